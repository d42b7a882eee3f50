/** Up to the last @: a password may hold others. A scheme that was forgotten or mistyped makes no difference. */
const IN_ADDRESS = /^((?:[\w+.-]+:)?(?:\/\/)?[^:@/]*):.*@/s;
const IN_QUERY = /([?&]password=)[^&#]*/gi;

/** An address is no secret but for the password inside it; the value may be one, or hold some. */
export function hidePasswords(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(IN_ADDRESS, '$1:***@').replace(IN_QUERY, '$1***');
  if (Array.isArray(value)) return value.map(hidePasswords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hidePasswords(each)]));
}
