import type { SoundReader } from '../sound-reader.ts';
import { SoundReading } from '../sound-reading.ts';

const CHANCE = 0.9;

/** A reader that hears one of the signs in each frame with a chance of 0.9, and the others alike. */
export function clearSounds(signs: readonly string[], heard: readonly string[]): SoundReader {
  const rows = heard.map((sign) =>
    signs.map((each) => Math.log(each === sign ? CHANCE : (1 - CHANCE) / (signs.length - 1))),
  );
  return {
    read: async () => new SoundReading(Float32Array.from(rows.flat()), signs.length),
    numbersOf: (pronunciation: string) => {
      const numbers = [...pronunciation].map((sign) => signs.indexOf(sign));
      return numbers.includes(-1) ? undefined : numbers;
    },
  } as unknown as SoundReader;
}
