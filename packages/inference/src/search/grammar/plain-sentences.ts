import type { TokenWord } from '../../speech/vocabulary.ts';
import type { Reading } from '../reading.ts';
import type { BoundSentence } from './grammar-guide.ts';
import type { GuideMemory } from './guide-memory.ts';
import type { BoundGrammar } from './threads.ts';

const SMALL = /\p{Ll}/u;

/**
 * What a text in plain words is to each grammar: a model writes "R$ 6.937" or "256" where people say, and grammars
 * have, long numbers in words. Where a word may be any word it is left to the guide, which knows what GARBAGE takes.
 */
export function plainSentences(
  { words, source }: Pick<Reading, 'words' | 'source'>,
  grammars: readonly BoundGrammar[],
  memory: GuideMemory,
): BoundSentence[] {
  const spoken = words.map(({ text, from, to }) => ({
    text: inItsCase(text, source.slice(from, to)),
    from: source[from]!.from,
    to: source[to - 1]!.to,
    filler: false,
  }));
  const texts = spoken.map(({ text }) => text);
  return grammars.flatMap((bound) => {
    if (!accepts(bound, texts, memory)) return [];
    const words = spoken.flatMap(({ text, ...rest }) =>
      grammarWords(bound, text).map((word) => ({ ...rest, word })),
    );
    return [{ lm: bound.lm, words }];
  });
}

/** In capitals where it was written in them: to a grammar with single letters the "ST" of "A-ST-A" is two of them. */
function inItsCase(word: string, source: readonly TokenWord[]): string {
  return source.some(({ text }) => SMALL.test(text)) ? word : word.toUpperCase();
}

/** To a grammar each character of a script without spaces is a word, and so are letters that it knows one by one. */
function grammarWords({ grammar }: BoundGrammar, word: string): string[] {
  const cut = grammar.cut(word);
  return cut.length > 1 ? cut : [grammar.written(word)];
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
