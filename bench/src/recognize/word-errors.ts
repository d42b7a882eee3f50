import { randomNumbers } from '../word-times/join-cuts.ts';
import { plainText } from './engine-recognize.ts';

/** The words that are compared: as plain text has them, and a zero said as "oh" is a zero. */
export function comparedWords(text: string, language = 'en'): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  return plainText(words, language).map(({ text: word }) => (word === 'oh' ? 'zero' : word));
}

export interface Comparison {
  errors: number;
  /** For every word heard, which of those said it is; −1 where it is wrong. */
  places: number[];
}

/** Fewest changed, missing and added words, and one way to have so few. */
export function compare(said: readonly string[], heard: readonly string[]): Comparison {
  const cost = Array.from({ length: said.length + 1 }, () => new Array<number>(heard.length + 1).fill(0));
  for (let s = 0; s <= said.length; s++) {
    for (let h = 0; h <= heard.length; h++) {
      cost[s]![h] =
        s === 0 || h === 0
          ? s + h
          : Math.min(
              cost[s - 1]![h]! + 1,
              cost[s]![h - 1]! + 1,
              cost[s - 1]![h - 1]! + (said[s - 1] === heard[h - 1] ? 0 : 1),
            );
    }
  }
  const places = heard.map(() => -1);
  for (let s = said.length, h = heard.length; s > 0 && h > 0; ) {
    const same = said[s - 1] === heard[h - 1];
    if (cost[s]![h] === cost[s - 1]![h - 1]! + (same ? 0 : 1)) {
      if (same) places[h - 1] = s - 1;
      s--;
      h--;
    } else if (cost[s]![h] === cost[s - 1]![h]! + 1) s--;
    else h--;
  }
  return { errors: cost[said.length]![heard.length]!, places };
}

export interface PairedErrors {
  words: number;
  ours: number;
  reference: number;
}

/** 95 % of the differences of the two error rates, ours less the reference's, over clips drawn anew. */
export function differenceInterval(clips: readonly PairedErrors[], rounds = 2000): [number, number] {
  const random = randomNumbers(5);
  const differences = Array.from({ length: rounds }, () => {
    let [words, errors] = [0, 0];
    for (let n = 0; n < clips.length; n++) {
      const clip = clips[Math.floor(random() * clips.length)]!;
      words += clip.words;
      errors += clip.ours - clip.reference;
    }
    return errors / words;
  }).sort((a, b) => a - b);
  return [differences[Math.floor(0.025 * rounds)]!, differences[Math.floor(0.975 * rounds)]!];
}
