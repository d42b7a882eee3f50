import { spokenSeconds } from '../../contract/speech-span.ts';
import type { PreparedSamples } from '../../speech/prepare-samples.ts';
import { beamSearch, type Hypothesis } from '../beam-search.ts';
import { searchOptions } from '../search-options.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { logProbsOf, sumOf } from '../text-log-probs.ts';
import { soundDistance } from './sound-distance.ts';
import { writtenForms } from './spoken-lack.ts';
import type { SpokenSentence } from './spoken-sentences.ts';
import { otherSurroundings } from './surroundings.ts';

/** A segment with the samples that the model was given. */
export interface HeardSegment extends SegmentSearch {
  prepared: PreparedSamples;
}

/** Seconds of speech: a word that is shorter has little else to be known by. */
const SHORT_WORD = 1;
/** A word with this chance is believed as it was heard. With 0.9, two more of 94 right words were refused, and as many others accepted. */
const SURE = 0.5;

/** Whether a single word may be told better by hearing it again; `chance` is what the first hearing gave it. */
export function isWorthHearingAgain({ model, input }: SegmentSearch, chance: number): boolean {
  // Whisper was not tried: it takes four times as long, and its grammars refuse hardly anything that was found.
  return model.shape.family === 'moonshine' && spokenSeconds(input.speech) < SHORT_WORD && chance < SURE;
}

export function isSingleWord({ sentence }: Pick<SpokenSentence, 'sentence'>): boolean {
  return sentence.words.length === 1;
}

/**
 * Single words as they come out of three hearings, the first one and two in other surroundings, best first. What each lacks is
 * the mean of what it lacks in each hearing, and its distance that from the free text that sounds nearest.
 */
export async function hearAgain(
  segment: HeardSegment,
  free: Hypothesis,
  words: readonly SpokenSentence[],
  plain: (hypothesis: Hypothesis) => string,
): Promise<SpokenSentence[]> {
  const { model, prepared, language } = segment;
  const hearings = [{ free, logProbs: words.map(({ logProb }) => logProb) }];
  try {
    for (const samples of otherSurroundings(prepared.samples)) {
      hearings.push(await heardIn({ ...segment, encoded: await model.encode(samples) }, words));
    }
  } finally {
    // A model holds one audio at a time, and what comes next is about the first.
    await model.encode(prepared.samples);
  }
  const best = hearings.map((hearing) => Math.max(hearing.free.total, ...hearing.logProbs));
  const heard = words.map((word, at) => {
    const lacks = hearings.map(({ logProbs }, n) => best[n]! - logProbs[at]!);
    const distances = hearings.map((hearing) =>
      soundDistance(plain(word.hypothesis), plain(hearing.free), language),
    );
    return { word, lack: sumOf(lacks) / lacks.length, distance: Math.min(...distances) };
  });
  heard.sort((a, b) => a.lack - b.lack);
  const all = heard.reduce((sum, { lack }) => sum + Math.exp(-lack), 0);
  return heard.map(({ word, lack, distance }) => ({
    ...word,
    logProb: free.total - lack,
    distance,
    share: Math.exp(-lack) / all,
    heardAgain: true,
  }));
}

/** What free speech is in a hearing, and how probable the words are. */
async function heardIn(segment: SegmentSearch, words: readonly SpokenSentence[]) {
  const { model, run, encoded, language, input, checkpoint } = segment;
  const options = searchOptions(model, language, { samples: input.samples, sentences: 1, quick: true });
  const [free] = await beamSearch(run, model, encoded, { ...options, checkpoint });
  const logProbs: number[] = [];
  for (const word of words) logProbs.push(await mostProbable(segment, word));
  return { free: free!, logProbs };
}

/** The log probability of a word in the likeliest form: as it was found, or as models write words. */
async function mostProbable(
  segment: SegmentSearch,
  { sentence, hypothesis }: SpokenSentence,
): Promise<number> {
  const forms = sentence.words.flatMap(({ word }) => writtenForms(word));
  const texts = forms.map((form) => segment.model.vocabulary.encode(form)).concat([hypothesis.tokens]);
  const distinct = new Map(texts.map((tokens) => [tokens.join(), tokens]));
  let most = Number.NEGATIVE_INFINITY;
  for (const tokens of distinct.values()) most = Math.max(most, sumOf(await logProbsOf(segment, tokens)));
  return most;
}
