import type { MatchState, WordGrammar } from '@locutor/grammar';

const known = new WeakMap<MatchState, Map<string, MatchState | undefined>>();

/**
 * Where a grammar is after a word; undefined where the word cannot follow. A search asks this for each of a thousand
 * tokens of digits, and 193, 194 and 195 begin alike. Being asked once, it gives the same state each time, and what is
 * known of that state need not be worked out again.
 */
export function advanceOnce(grammar: WordGrammar, state: MatchState, word: string): MatchState | undefined {
  let words = known.get(state);
  if (!words) {
    words = new Map();
    known.set(state, words);
  }
  if (!words.has(word)) words.set(word, grammar.advance(state, word));
  return words.get(word);
}
