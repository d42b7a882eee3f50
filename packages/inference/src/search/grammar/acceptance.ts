import type { Hypothesis } from '../beam-search.ts';

/**
 * Logistic regression of "what was said is this sentence", fitted by training/recognition on half of the speakers.
 *
 * Numbers and single words are judged by what they lack in log probability: a model knows numbers better than anything
 * else, and "four five forty seven" is not what was said where "four five four seven" is e⁹ more probable. Of other
 * sentences what they lack is divided by the root of the doubt that free speech has of itself, and how far they sound
 * from free speech counts as well: learners who are misunderstood with certainty are still near to their sentence.
 * For single words that would not do: a grammar of yes and no took 22 % of 200 digits for one of them.
 *
 * Fitted with Moonshine. Whisper needs no others: of 77 pairs of its speech with other menus none is accepted, and what it
 * refuses was not found at all.
 */
const BY_TEXT: Weights = {
  bias: 4.65,
  // Fitted 1.01 instead of 0.93; with that one more of 80 digits that fill their clip is refused.
  against: [0.93, 0.4, 7.83],
};

/**
 * The same for sentences that were judged by their sounds too (`judgeSentences`): how they are spelled says nothing more then.
 * Fitted on speakers whom the network of sounds has never heard; it knows the others better than anybody who calls.
 */
const SENTENCE_BY_SOUNDS: Weights = { bias: 4.32, against: [0.77, 0.13, 1.64] };
/**
 * What the sounds of a sentence may lack, over one more than it has of them, to be searched for. By default it is accepted
 * up to 3.3, where its text lacks nothing.
 */
const FURTHEST_SOUNDS = 6;

/**
 * The same for a short single word that was judged by its sounds too (`judgeWords`). What its sounds lack is divided by
 * their number and one: a long word lacks more than a short one even where it was said.
 * training/recognition/fit-short-words.mjs fits a bias of 4.9, and 2.5 for what the sounds lack, on the half of the speakers that the
 * network of sounds was trained with. On the other half it fits 4.3 and 1.6, which count the sounds less. These lie between them, with a
 * higher bias: in the pairs six words of seven are not in the grammar, while most callers say one that is.
 */
const WORD_BY_SOUNDS = { bias: 5.8, perLack: 0.1, perEmptiness: 0.2, perDistance: 0.9, perSoundLack: 1.9 };

/** Of a text that the model is sure of. */
const LEAST_DOUBT = 2;
/** What a sentence may lack, over the root of the doubt, to be searched for: further away others cost too much time. */
const USUAL_LACK = 4.4;
const FURTHEST_LACK = 14;
/**
 * A sentence for a part of the speech is probable up to there, and little speaks against it but its end. With a quarter
 * fewer letters it may still be all of it: "seven" for "stammered".
 */
const PER_SHARE_LEFT_OUT = 10;
const SHARE_LEFT_FREE = 0.25;
const ACCEPTED_FROM = 0.25;
/**
 * Of a short clip, by how much no text at all is more probable than the best one. Before short words were judged by their
 * sounds, a grammar of yes and no accepted 2.0 % of 300 digits with this instead of 3.3, and one digit more was refused.
 */
const PER_EMPTINESS = 0.5;

interface Weights {
  bias: number;
  /** Of what `inputsOf` gives. */
  against: readonly number[];
}

/** A sentence that may have been said. */
export interface Judged {
  logProb: number;
  /** Between its sound and that of free speech, 0 to 1. */
  distance: number;
  /** A single word, or nothing but numbers, or said where free speech has nothing but numbers. */
  exact: boolean;
  /** Only of short single words. */
  wordLack?: SoundLack;
  /** Only of other sentences that were judged by their sounds. */
  sentenceLack?: SoundLack;
}

/** How far a word is from the clearest sounds that were heard. */
export interface SoundLack {
  /** By how much its sounds are less probable. */
  logProb: number;
  /** How many sounds it has, as it was said. */
  sounds: number;
}

export interface AcceptanceOptions {
  leastChance?: number | undefined;
  emptiness?: number;
}

/**
 * Whether speech is a sentence of a grammar, and the chance of it. Free speech finds the most probable text of all;
 * where that is much more probable than the best sentence, something else was said.
 */
export function acceptance(
  free: Hypothesis,
  sentence: Judged,
  { leastChance = ACCEPTED_FROM, emptiness = 0 }: AcceptanceOptions = {},
): { accepted: boolean; chance: number } {
  const chance = 1 / (1 + Math.exp(-oddsOf(free, sentence, emptiness)));
  return { accepted: chance >= Math.min(leastChance, ACCEPTED_FROM), chance };
}

function oddsOf(free: Hypothesis, sentence: Judged, emptiness: number): number {
  if (sentence.wordLack) {
    const { bias, perLack, perEmptiness, perDistance, perSoundLack } = WORD_BY_SOUNDS;
    const lack = Math.max(0, free.total - sentence.logProb);
    const spoken = perDistance * sentence.distance + perSoundLack * perSound(sentence.wordLack);
    return bias - perLack * lack - perEmptiness * emptiness - spoken;
  }
  const { bias, against } = sentence.sentenceLack ? SENTENCE_BY_SOUNDS : BY_TEXT;
  const inputs = inputsOf(free, sentence);
  return bias - inputs.reduce((sum, input, at) => sum + input * against[at]!, 0) - PER_EMPTINESS * emptiness;
}

/** What the regression is on. */
export function inputsOf(free: Hypothesis, { logProb, distance, exact, sentenceLack }: Judged): number[] {
  const lack = Math.max(0, free.total - logProb);
  const text = exact ? [lack, 0] : [0, lack / rootOfDoubt(free)];
  if (sentenceLack) return [...text, perSound(sentenceLack)];
  return [...text, exact ? 0 : distance];
}

/** What its sounds lack, over one more than there are: a long sentence lacks more than a short one even where it was said. */
export function perSound({ logProb, sounds }: SoundLack): number {
  return logProb / (1 + sounds);
}

/** Whether sounds are so far from what was heard that no text would make a sentence of them. */
export function soundsUnlike(lack: SoundLack): boolean {
  return perSound(lack) > FURTHEST_SOUNDS;
}

/**
 * The least log probability with which a sentence is worth searching for. Where any chance is enough, so is any
 * sentence.
 */
export function leastLogProb(
  free: Hypothesis,
  { near, leastChance = ACCEPTED_FROM }: { near: boolean; leastChance?: number | undefined },
): number {
  if (leastChance === 0) return Number.NEGATIVE_INFINITY;
  const lower = Math.max(0, logit(ACCEPTED_FROM) - logit(leastChance));
  return free.total - ((near ? FURTHEST_LACK : USUAL_LACK) + lower) * rootOfDoubt(free);
}

function logit(chance: number): number {
  return Math.log(chance / (1 - chance));
}

/** What a text loses in log probability that has fewer letters than free speech: "one" is not all of "chapter one, …". */
export function lossByLength(free: Hypothesis, freeText: string, text: string): number {
  const leftOut = Math.max(0, 1 - SHARE_LEFT_FREE - lettersIn(text) / Math.max(1, lettersIn(freeText)));
  return PER_SHARE_LEFT_OUT * leftOut * rootOfDoubt(free);
}

/** A word said again and again counts once: "five, five, five, five, five" is often a decoder going in circles. */
function lettersIn(text: string): number {
  const words = text.split(' ');
  return words.reduce((sum, word, at) => sum + (word === words[at - 1] ? 0 : word.length), 0);
}

function rootOfDoubt({ total }: Hypothesis): number {
  return Math.sqrt(LEAST_DOUBT + Math.max(0, -total));
}
