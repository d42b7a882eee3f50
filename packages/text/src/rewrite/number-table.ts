export type NumberEntries = readonly (readonly [word: string, value: number])[];

/** Without accents, which recognisers and people leave out of numbers. */
export function unaccented(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Words in -o with their feminine form in -a. */
export function bothGenders(words: NumberEntries): NumberEntries {
  return words.flatMap(([word, value]) => [
    [word, value] as const,
    [`${word.replace(/o(s?)$/, 'a$1')}`, value] as const,
  ]);
}

/** Number words with their values, with and without accents. */
export function numberTable(entries: NumberEntries): ReadonlyMap<string, number> {
  return new Map(
    entries.flatMap(([word, value]) => [[word, value] as const, [unaccented(word), value] as const]),
  );
}
