import type { SegmentSearch } from '../segment-search.ts';
import { textLogProbs } from '../text-log-probs.ts';

/** Figures of a language that we cannot say. */
const DIGIT = /\p{N}/u;
const FORMS = 3;

/**
 * By how much words are less probable than the likeliest of others when all are written out. Figures do not say how
 * they were spoken: of 4547, "four five forty seven" is as probable as "four five four seven", but in words, where the
 * second was said, it is less probable by e⁷ to e¹⁶.
 */
export async function spokenLack(
  segment: SegmentSearch,
  words: string,
  others: readonly string[],
): Promise<number> {
  const texts = [...new Set([words, ...others])].filter((text) => text !== '' && !DIGIT.test(text));
  if (texts.length < 2 || texts[0] !== words) return 0;
  const logProbs = await textLogProbs(segment, texts.flatMap(writtenForms));
  const [own, ...rest] = texts.map((_, at) => sum(logProbs.slice(at * FORMS, (at + 1) * FORMS)));
  return Math.max(0, ...rest.map((other) => other - own!));
}

/** As models write a sentence, and as they write a list. */
export function writtenForms(words: string): string[] {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return [`${text}.`, `${text.replaceAll(' ', ', ')}.`, text];
}

/** The logarithm of the sum of probabilities. */
export function sum(logProbs: readonly number[]): number {
  const most = Math.max(...logProbs);
  return most + Math.log(logProbs.reduce((all, each) => all + Math.exp(each - most), 0));
}
