import type { GuideMemory } from './guide-memory.ts';
import { listedSentences } from './listed-sentences.ts';
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
