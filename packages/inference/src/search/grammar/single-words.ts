import type { GuideMemory } from './guide-memory.ts';
import { listedSentences } from './listed-sentences.ts';
import type { SpokenSentence } from './spoken-sentences.ts';
import type { BoundGrammar } from './threads.ts';

/** A word that is a whole sentence of a grammar. */
export interface SingleWord {
  /** The place of the grammar among those that are active together. */
  readonly lm: number;
  readonly word: string;
}

/** The single words that small grammars accept. */
export function singleWords(grammars: readonly BoundGrammar[], memory: GuideMemory): SingleWord[] {
  return grammars.flatMap(({ lm, grammar }) =>
    (listedSentences(grammar, memory.start(grammar)) ?? []).flatMap((word) =>
      word.includes(' ') ? [] : [{ lm, word }],
    ),
  );
}

export function isSingleWord({ sentence }: Pick<SpokenSentence, 'sentence'>): boolean {
  return sentence.words.length === 1 && !sentence.words[0]!.filler;
}

/** The word of a sentence that has only one. */
export function wordOf({ sentence }: Pick<SpokenSentence, 'sentence'>): string {
  return sentence.words[0]!.word;
}
