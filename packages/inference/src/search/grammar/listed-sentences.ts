import type { MatchState, WordGrammar } from '@locutor/grammar';

/** A grammar with more sentences, or words of them, is not listed. */
const MOST_SENTENCES = 200;
const MOST_WORDS = 4000;

const known = new WeakMap<WordGrammar, readonly string[] | undefined>();

/** All sentences of a small grammar, such as a menu; undefined where it has many, or any words. */
export function listedSentences(grammar: WordGrammar, start: MatchState): readonly string[] | undefined {
  if (!known.has(grammar)) known.set(grammar, list(grammar, start));
  return known.get(grammar);
}

function list(grammar: WordGrammar, start: MatchState): readonly string[] | undefined {
  const sentences: string[] = [];
  let words = 0;
  const waiting: { state: MatchState; text: string }[] = [{ state: start, text: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { state, text } = next;
    if (text !== '' && grammar.isFinal(state)) sentences.push(text);
    const { any, sets } = grammar.expected(state);
    words += sets.reduce((sum, set) => sum + set.size, 0);
    if (any || words > MOST_WORDS || sentences.length > MOST_SENTENCES) return undefined;
    for (const word of sets.flatMap((set) => [...set])) {
      const after = grammar.advance(state, word);
      if (!after) continue;
      const forms = grammar.forms(word);
      words += forms.size - 1;
      for (const form of forms) waiting.push({ state: after, text: text === '' ? form : `${text} ${form}` });
    }
  }
  return sentences;
}
