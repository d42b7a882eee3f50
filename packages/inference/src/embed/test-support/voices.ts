import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const names = ['deep', 'bright', 'even'] as const;
export type Name = (typeof names)[number];

/** Sentence 1, 2 or 3 of a synthetic voice, as an Ogg file. */
export function recorded(name: Name, sentence: 1 | 2 | 3): Uint8Array {
  const file = new URL(`../../../test/fixtures/voices/${name}-${sentence}.ogg`, import.meta.url);
  return readFileSync(fileURLToPath(file));
}
