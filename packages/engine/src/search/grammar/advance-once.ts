import type { MatchState, WordGrammar } from '@locutor/grammar';

const known = new WeakMap<MatchState, Map<string, MatchState | undefined>>();

/**
 * Where a grammar is after a word; undefined where the word does not follow. A search asks the same of a state for each
 * of a thousand tokens: 193, 194 and 195 begin alike, and what is known of the state behind them is kept by the state.
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
