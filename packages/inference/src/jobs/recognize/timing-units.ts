import type { TokenWord, Vocabulary } from '../../speech/vocabulary.ts';

/** A part of a source word that has a time of its own, as tokens [from, to). */
export interface TimingUnit {
  /** The source word it belongs to. */
  word: number;
  from: number;
  to: number;
}

const DIGIT = /^\s*\d$/;

/**
 * What is given times: a word, but every digit of a number by itself, because "1492" is four tokens and may be said
 * as four words.
 */
export function timingUnits(
  vocabulary: Vocabulary,
  tokens: readonly number[],
  source: readonly TokenWord[],
): TimingUnit[] {
  return source.flatMap(({ from, to }, word) => {
    const units: TimingUnit[] = [{ word, from, to: from + 1 }];
    let digits = DIGIT.test(textOf(vocabulary, tokens[from]!)) ? 1 : 0;
    for (let at = from + 1; at < to; at++) {
      const isDigit = DIGIT.test(textOf(vocabulary, tokens[at]!));
      if (isDigit && digits++ > 0) units.push({ word, from: at, to: at + 1 });
      else units.at(-1)!.to = at + 1;
    }
    return units;
  });
}

function textOf(vocabulary: Vocabulary, token: number): string {
  return Buffer.from(vocabulary.bytes(token)).toString('utf8');
}
