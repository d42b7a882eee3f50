import { plainText } from '@locutor/text';
import { randomNumbers } from './random.ts';
import { type Interval, interval } from './statistics.ts';

/** The words that are compared: as plain text has them, and a zero said as "oh" is a zero. */
export function comparedWords(text: string, language = 'en'): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  return plainText(words, language).map(({ text: word }) => (word === 'oh' ? 'zero' : word));
}

export interface Comparison {
  errors: number;
  /** For every item recognized, which of those said it is; −1 where it is wrong. */
  places: number[];
}

/** Fewest changed, missing and added items (words, letters, tokens), and one way to have so few. */
export function compare<T>(said: readonly T[], recognized: readonly T[]): Comparison {
  const cost = Array.from({ length: said.length + 1 }, () =>
    new Array<number>(recognized.length + 1).fill(0),
  );
  for (let s = 0; s <= said.length; s++) {
    for (let r = 0; r <= recognized.length; r++) {
      cost[s]![r] =
        s === 0 || r === 0
          ? s + r
          : Math.min(
              cost[s - 1]![r]! + 1,
              cost[s]![r - 1]! + 1,
              cost[s - 1]![r - 1]! + (said[s - 1] === recognized[r - 1] ? 0 : 1),
            );
    }
  }
  const places = recognized.map(() => -1);
  for (let s = said.length, r = recognized.length; s > 0 && r > 0; ) {
    const same = said[s - 1] === recognized[r - 1];
    if (cost[s]![r] === cost[s - 1]![r - 1]! + (same ? 0 : 1)) {
      if (same) places[r - 1] = s - 1;
      s--;
      r--;
    } else if (cost[s]![r] === cost[s - 1]![r]! + 1) s--;
    else r--;
  }
  return { errors: cost[said.length]![recognized.length]!, places };
}

/** Errors of two systems in the same clip. */
export interface PairedErrors {
  words: number;
  ours: number;
  reference: number;
}

/** Sums over all clips: a rate is errors for each word said. */
export function totalErrors(clips: readonly PairedErrors[]): PairedErrors {
  const sum = (key: keyof PairedErrors) => clips.reduce((all, clip) => all + clip[key], 0);
  return { words: sum('words'), ours: sum('ours'), reference: sum('reference') };
}

/** 95 % of the differences of the two error rates, ours less the reference's, over clips drawn anew. */
export function differenceInterval(clips: readonly PairedErrors[], rounds = 2000): Interval {
  const random = randomNumbers(5);
  const differences = Array.from({ length: rounds }, () => {
    const drawn = clips.map(() => clips[Math.floor(random() * clips.length)]!);
    const { words, ours, reference } = totalErrors(drawn);
    return (ours - reference) / words;
  });
  return interval(differences);
}
