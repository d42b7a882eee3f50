/** Schemes whose addresses everybody reads alike: up to the first slash behind the host stands who calls where. */
const WEB = /^(https?|file):$/;
const IN_WEB_ADDRESS = /^(\s*\w+:[\\/]*[^:@\\/?#]*):[^\\/?#]*@/;
/** In other addresses up to the last @, because a password may hold slashes and more. A mistyped scheme is no matter. */
const BEHIND_SLASHES = /^([^:@/]*:?\/+[^:@/]*):.*@/s;
/** Without a scheme. The colon of "postgres://host/?user=a@b" is not the one in front of a password. */
const BARE = /^([^:@/]*):(?!\/\/).*@/s;
/** Of a NATS server: who stands alone in front of the host is a token. */
const TOKEN = /\b((?:nats|tls):\/\/)[^\s:@/,]+@/g;
const IN_QUERY = /([?&]\w*password=)[^&#]*/gi;

/** An address is no secret but for the password inside it; the value may be one, or hold some. */
export function hidePasswords(value: unknown): unknown {
  if (typeof value === 'string')
    return hideInAddress(value.replace(TOKEN, '$1***@')).replace(IN_QUERY, '$1***');
  if (Array.isArray(value)) return value.map(hidePasswords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hidePasswords(each)]));
}

function hideInAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && WEB.test(url.protocol)) {
    if (url.password === '') return text;
    const hidden = text.replace(IN_WEB_ADDRESS, '$1:***@');
    if (hidden !== text) return hidden;
  }
  const hidden = text.replace(BEHIND_SLASHES, '$1:***@');
  return hidden === text ? text.replace(BARE, '$1:***@') : hidden;
}
