import type { Repeat } from '../model.ts';

/** `3`, `2-4`, `2-`; anything else is undefined. */
export function parseRepeat(text: string): Repeat | undefined {
  const parts = /^(\d+)(-(\d*))?$/.exec(text);
  if (!parts) return undefined;
  const min = Number(parts[1]);
  const max = parts[2] === undefined ? min : parts[3] === '' ? Number.POSITIVE_INFINITY : Number(parts[3]);
  const countable =
    Number.isSafeInteger(min) && (Number.isSafeInteger(max) || max === Number.POSITIVE_INFINITY);
  return countable && max >= min ? { min, max } : undefined;
}

export const repeatForms = "'n', 'm-n' or 'm-' with m not above n";
