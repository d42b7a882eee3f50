import { fold } from './fold.ts';
import type { WordOptions } from './options.ts';
import { bareWord, withoutApostrophes } from './segment.ts';

/** How a grammar writes words that some token of it has with an apostrophe, by the form in which they are compared. */
export type Apostrophes = ReadonlyMap<string, ReadonlySet<string>>;

const APOSTROPHE = "'";

/** Of all tokens of a grammar: `its` of "it's" and "its" is written in both ways. */
export function apostrophesIn(tokens: Iterable<string>, options: WordOptions): Apostrophes {
  const written = new Map<string, Set<string>>();
  if (options.punctuation === 'exact') return written;
  const chunks = [...tokens].flatMap((token) => fold(token, options).split(/\s+/u)).map(bareWord);
  for (const chunk of chunks) {
    const word = withoutApostrophes(chunk);
    if (word === chunk || word === '') continue;
    written.set(word, (written.get(word) ?? new Set()).add(withoutApostrophes(chunk, APOSTROPHE)));
  }
  for (const chunk of written.size > 0 ? chunks : []) written.get(chunk)?.add(chunk);
  return written;
}
