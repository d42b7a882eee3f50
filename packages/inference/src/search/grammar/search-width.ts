import type { Vocabulary } from '../../speech/vocabulary.ts';
import type { Hypothesis, SearchOptions } from '../beam-search.ts';
import { markedText, spokenText } from '../search-options.ts';
import type { GuideMemory } from './guide-memory.ts';
import { listedSentences } from './listed-sentences.ts';
import { soundDistance, spellsSounds } from './sound-distance.ts';
import type { BoundGrammar } from './threads.ts';

/**
 * A sentence may begin far less probably than another that goes on as nobody said. Within e⁶, and with beams that differ
 * in case and commas only, 10 of 140 sentences of menus were not found at all; with this and distinct texts 2 of 60.
 */
const USUAL = { beams: 4, prune: 12 };
/** Where free speech is in doubt, or sounds like a sentence that is far less probable. */
const WIDE = { beams: 8, prune: 25, endPrune: 8 };
/** Free speech is in doubt below these log probabilities, of all of it and of a token. */
const UNSURE_TEXT = -3;
const UNSURE_TOKEN = -0.25;
/** Sentences that were not said are further away than this. */
export const NEAR = 0.58;

/** Whether another text may well have been said. */
export function isUnsure({ total, logProbs }: Hypothesis): boolean {
  return total < UNSURE_TEXT && total < UNSURE_TOKEN * logProbs.length;
}

/** How widely sentences are searched for. */
export function searchWidth(
  vocabulary: Vocabulary,
  free: Hypothesis,
  near: boolean,
): Pick<SearchOptions, 'beams' | 'prune' | 'endPrune' | 'textOf'> {
  if (!near && !isUnsure(free)) return { ...USUAL, textOf: spokenText(vocabulary) };
  return { ...WIDE, textOf: markedText(vocabulary) };
}

/** How near the nearest sentence of small grammars sounds; that of others is not known without a search. */
export function nearestDistance(
  grammars: readonly BoundGrammar[],
  memory: GuideMemory,
  text: string,
): number {
  let nearest = 1;
  if (!spellsSounds(text)) return nearest;
  for (const { grammar, language } of grammars) {
    for (const sentence of listedSentences(grammar, memory.start(grammar)) ?? []) {
      nearest = Math.min(nearest, soundDistance(sentence, text, language));
    }
  }
  return nearest;
}
