import { fold } from '@locutor/grammar';
import { isUnspaced } from '@locutor/text';
import type { Reading } from '../reading.ts';
import type { BoundSentence } from './grammar-guide.ts';
import type { GuideMemory } from './guide-memory.ts';
import type { BoundGrammar } from './threads.ts';

/**
 * What a text in plain words is to each grammar: a model writes "R$ 6.937" or "256" where people say, and grammars
 * have, long numbers in words. Where a word may be any word it is left to the guide, which knows what GARBAGE takes.
 */
export function plainSentences(
  { words, source }: Pick<Reading, 'words' | 'source'>,
  grammars: readonly BoundGrammar[],
  memory: GuideMemory,
): BoundSentence[] {
  const sentence = words.flatMap(({ text, from, to }) =>
    wordsIn(fold(text, {})).map((word) => ({
      word,
      from: source[from]!.from,
      to: source[to - 1]!.to,
      filler: false,
    })),
  );
  const texts = words.map(({ text }) => text);
  return grammars.flatMap((bound) => {
    if (!accepts(bound, texts, memory)) return [];
    const words = sentence.map((each) => ({ ...each, word: bound.grammar.written(each.word) }));
    return [{ lm: bound.lm, words }];
  });
}

/** To a grammar each character of a script without spaces is a word. */
function wordsIn(text: string): string[] {
  return isUnspaced(text) ? (text.match(/\P{M}\p{M}*/gu) ?? [text]) : [text];
}

/** Whether words are a sentence of a grammar, no word of it being any word. */
export function accepts({ grammar }: BoundGrammar, words: readonly string[], memory: GuideMemory): boolean {
  let state = memory.start(grammar);
  for (const word of words) {
    if (grammar.expected(state).any) return false;
    const next = grammar.advance(state, word);
    if (!next) return false;
    state = next;
  }
  return words.length > 0 && grammar.isFinal(state);
}
