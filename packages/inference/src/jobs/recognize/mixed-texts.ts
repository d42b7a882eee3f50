import { commonItems } from '@locutor/text';
import type { Reading } from '../../search/reading.ts';

/** A row of words that two texts share, or that one has where the other has other words; each as it was written. */
export interface Stretch {
  one: string;
  other: string;
  isCommon: boolean;
}

/** A text of words of two others, as the model of either would write it. */
export interface MixedText {
  asOne: string;
  asOther: string;
}

/**
 * So many differences between two texts are decided one by one; more than that were not better. Beyond them, a mixture has
 * the words of the first text.
 */
const DECIDED = 2;

export function sideBySide(one: Reading, other: Reading): Stretch[] {
  const stretches: Stretch[] = [];
  let [from, otherFrom] = [0, 0];
  const until = (to: number, otherTo: number, isCommon: boolean) => {
    if (to > from || otherTo > otherFrom) {
      stretches.push({
        one: writtenWords(one, from, to),
        other: writtenWords(other, otherFrom, otherTo),
        isCommon,
      });
    }
    [from, otherFrom] = [to, otherTo];
  };
  for (const { before, after } of commonItems(one.words, other.words, (a, b) => a.text === b.text)) {
    until(before, after, false);
    until(before + 1, after + 1, true);
  }
  until(one.words.length, other.words.length, false);
  return stretches;
}

/**
 * A text as a model would write it that wrote `best`: what both say has the capitals and commas of `best`. Without
 * that, a model finds another's text improbable for its commas.
 */
export function writtenLike(best: Reading, text: Reading): string {
  return joined(sideBySide(best, text).map(({ one, other, isCommon }) => (isCommon ? one : other)));
}

/** Texts that have some words of one and others of the other where they differ; neither of the two themselves. */
export function mixedTexts(one: Reading, other: Reading): MixedText[] {
  const stretches = sideBySide(one, other);
  const differences = stretches.filter(({ isCommon }) => !isCommon);
  const decided = differences.slice(0, DECIDED);
  const choices = 2 ** decided.length;
  // All of the other's words are no mixture, unless there are more differences.
  const last = differences.length > decided.length ? choices : choices - 1;
  return Array.from({ length: Math.max(0, last - 1) }, (_, at) => {
    const isOther = (stretch: Stretch) => (((at + 1) >> decided.indexOf(stretch)) & 1) === 1;
    const chosen = (stretch: Stretch) =>
      decided.includes(stretch) && isOther(stretch) ? stretch.other : stretch.one;
    const write = (side: 'one' | 'other') =>
      joined(stretches.map((stretch) => (stretch.isCommon ? stretch[side] : chosen(stretch))));
    return { asOne: write('one'), asOther: write('other') };
  });
}

function writtenWords({ source, words }: Reading, from: number, to: number): string {
  if (from === to) return '';
  const written = source.slice(words[from]!.from, words[to - 1]!.to);
  return joined(written.map(({ text }) => text));
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}
