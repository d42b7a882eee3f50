import { isNumberWord, spokenNumber } from '@locutor/text';
import type { Hypothesis } from '../beam-search.ts';
import type { SegmentSearch } from '../segment-search.ts';
import type { Judged } from './acceptance.ts';
import type { Found } from './distinct-sentences.ts';
import type { BoundSentence } from './grammar-guide.ts';
import { sentenceText, sentenceWords } from './sentence-text.ts';
import { soundDistance } from './sound-distance.ts';
import { spokenLack } from './spoken-lack.ts';

/** A sentence of a grammar with all that is known of how it sounds. */
export interface SpokenSentence extends Found, Judged {}

/** How texts are read. */
export interface Readings {
  freeText: string;
  plain(hypothesis: Hypothesis): string;
  isSentence(lm: number, words: readonly string[]): boolean;
}

const DIGIT = /\p{N}/u;
const NO_WORDS = /[^\p{L}\p{M}\p{N}'’]+/gu;

/**
 * Sentences as they were spoken: the first, which is to be accepted or not, is compared in words where it was written in
 * figures, with what else they may be that is no sentence.
 */
export async function spokenSentences(
  segment: SegmentSearch,
  found: readonly Found[],
  { freeText, plain, isSentence }: Readings,
): Promise<SpokenSentence[]> {
  const { language } = segment;
  const spoken = found.map((each) => ({
    ...each,
    distance: soundDistance(plain(each.hypothesis), freeText, language),
    exact: isExact(each.sentence, freeText, language),
  }));
  const [first, ...otherSentences] = spoken;
  if (!first || !isInFigures(segment, first) || first.sentence.words.some(({ filler }) => filler))
    return spoken;
  const words = sentenceText(first.sentence);
  const written = segment.model.vocabulary.decode(first.hypothesis.tokens);
  const others = [plain(first.hypothesis), oneByOne(written, language)];
  // What free speech has besides numbers is no measure for them: "little nice reel" was "zero nine three".
  if (isNumbers(freeText.split(' '), language)) others.push(freeText);
  const outside = others.filter((text) => !isSentence(first.sentence.lm, text.split(' ')));
  const lack = await spokenLack(segment, words, outside);
  return [{ ...first, logProb: first.logProb - lack }, ...otherSentences];
}

/** Every figure as a word: "four five four seven" of "4547". */
function oneByOne(text: string, language: string): string {
  const words = text.replace(
    /\d/g,
    (digit) => ` ${spokenNumber(Number(digit), language)?.join(' ') ?? digit} `,
  );
  return words.toLowerCase().replace(NO_WORDS, ' ').trim();
}

function isInFigures({ model }: SegmentSearch, { hypothesis }: Found): boolean {
  return DIGIT.test(model.vocabulary.decode(hypothesis.tokens));
}

/**
 * Whether a sentence is judged by what it lacks alone: a single word, or numbers, which models know better than anything else.
 * Where they heard nothing but numbers, it was not "Tuesday nine oh three".
 */
export function isExact(sentence: BoundSentence, freeText: string, language: string): boolean {
  const own = sentenceWords(sentence);
  return own.length === 1 || isNumbers(own, language) || isNumbers(freeText.split(' '), language);
}

function isNumbers(words: readonly string[], language: string): boolean {
  return words.every((word) => isNumberWord(word, language));
}
