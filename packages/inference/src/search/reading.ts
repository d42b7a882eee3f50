import { plainText, type TextWord, wordSeparator, writtenText } from '@locutor/text';
import { spokenWords } from '../speech/spoken-words.ts';
import type { TokenWord, Vocabulary } from '../speech/vocabulary.ts';
import type { Hypothesis } from './beam-search.ts';

/** A hypothesis in words. */
export interface Reading {
  hypothesis: Hypothesis;
  /** As the model wrote them. */
  source: TokenWord[];
  /** As they are returned, each made of some of the source. */
  words: TextWord[];
  text: string;
}

export function readHypothesis(
  vocabulary: Vocabulary,
  hypothesis: Hypothesis,
  language: string,
  written: boolean,
): Reading {
  const source = spokenWords(vocabulary, hypothesis.tokens, language);
  const texts = source.map(({ text }) => text);
  const words = written ? writtenText(texts, language) : plainText(texts, language);
  return { hypothesis, source, words, text: words.map(({ text }) => text).join(wordSeparator(language)) };
}

/**
 * Texts that came out the same are one, as probable as all its spellings together ("four", "Four." and "4"); the
 * most probable comes first. Nothing said is no text.
 */
export function distinctReadings(readings: readonly Reading[]): Reading[] {
  const byText = new Map<string, { reading: Reading; probability: number }>();
  const best = readings[0]?.hypothesis.total ?? 0;
  for (const reading of readings) {
    if (reading.text === '') continue;
    const probability = Math.exp(reading.hypothesis.total - best);
    const known = byText.get(reading.text);
    if (known) known.probability += probability;
    else byText.set(reading.text, { reading, probability });
  }
  return [...byText.values()].sort((a, b) => b.probability - a.probability).map(({ reading }) => reading);
}
