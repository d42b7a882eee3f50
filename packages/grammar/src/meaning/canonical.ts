import type { Meaning } from './simple-tag.ts';

/** JSON with members in alphabetical order: two meanings are the same if it is. */
export function canonical(meaning: Meaning): string {
  return JSON.stringify(meaning, (_, value: Meaning) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** A meaning as the text that an interface hands out: compact JSON for objects and lists, else the plain value. */
export function meaningText(meaning: Meaning): string {
  return typeof meaning === 'object' ? JSON.stringify(meaning) : String(meaning);
}
