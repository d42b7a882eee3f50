import { fold } from './fold.ts';
import type { WordOptions } from './options.ts';
import { segment } from './segment.ts';

/**
 * The spellings of one grammar token, each a list of words in the form in which they are compared. A token may
 * be several words ("New York"); one with hyphens is also accepted in one piece: `e-mail`, `e mail`, `email`.
 */
export function tokenWords(token: string, options: WordOptions): string[][] {
  // To its own author a word is known whole: `3.5` in a grammar is one word.
  const whole = segment(token, options, (word) => !/[-\u2010-\u2015\u2212_]/u.test(word));
  if (whole.length === 0) return [[fold(token, options)]];
  const spellings = [whole];
  if (options.punctuation !== 'exact' && whole.length > 1 && !/\s/u.test(token) && /[-\u2010]/u.test(token))
    spellings.push([whole.join('')]);
  return spellings;
}
