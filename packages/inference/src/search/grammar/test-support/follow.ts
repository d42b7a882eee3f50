import { compileGrammar, readGrammar } from '@locutor/grammar';
import type { Vocabulary } from '../../../speech/vocabulary.ts';
import { GrammarGuide } from '../grammar-guide.ts';
import { GuideMemory } from '../guide-memory.ts';
import type { BoundGrammar } from '../threads.ts';

/** A grammar of one public rule, and more rules where they are wanted. */
export async function boundGrammar(expansion: string, language = 'en', lm = 0): Promise<BoundGrammar> {
  const text = `#ABNF 1.0 UTF-8;\nlanguage ${language};\nroot $root;\npublic $root = ${expansion};\n`;
  return { lm, grammar: await compileGrammar(readGrammar(text)), language };
}

export function guideOf(vocabulary: Vocabulary, ...grammars: BoundGrammar[]): GrammarGuide {
  return new GrammarGuide(vocabulary, grammars, new GuideMemory());
}

/** What a text is to a guide when it is written token by token; undefined where some token, or the end, is not allowed. */
export function follow(guide: GrammarGuide, vocabulary: Vocabulary, text: string): string[] | undefined {
  let state = guide.initial;
  for (const token of vocabulary.encode(text)) {
    const { tokens, others } = guide.choices(state);
    if (!tokens.has(token) && others === undefined) return undefined;
    state = guide.advance(state, token);
  }
  const sentences = guide.sentences(state);
  const mayEnd = guide.choices(state).tokens.get(vocabulary.endToken) === 0;
  if (mayEnd !== sentences.length > 0) throw new Error(`"${text}" is a sentence, and its end is not allowed`);
  if (!mayEnd) return undefined;
  return [...new Set(sentences.map(({ words }) => words.map(({ word }) => word).join(' ')))];
}
