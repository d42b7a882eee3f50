const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

/** A boolean as settings and headers write it, in any case; undefined where the text is none. */
export function readFlag(text: string): boolean | undefined {
  return WORDS.get(text.toLowerCase());
}
