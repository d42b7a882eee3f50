import { digitNames } from '../corpora/texts.ts';
import { randomNumbers } from '../random.ts';
import { joinCuts, withNoise } from './join-cuts.ts';
import type { Listener } from './listener.ts';
import type { Cut } from './recordings.ts';

/** Signed errors in seconds of the starts and the ends of words. */
export interface BoundaryErrors {
  starts: number[];
  ends: number[];
  /** Strings whose text the model wrote itself; the others were given to it. */
  own: number;
  strings: number;
  alignMs: number[];
}

export interface DigitCase {
  name: string;
  gaps: readonly number[];
  speakers: 'one' | 'several';
  /** Decibels that noise lies below the speech. */
  noise?: number;
}

const mixed = [0, 0.1, 0.3, 0.6];

export const digitCases: readonly DigitCase[] = [
  { name: 'no gaps', gaps: [0], speakers: 'one' },
  { name: 'gaps of 0.1 s', gaps: [0.1], speakers: 'one' },
  { name: 'gaps of 0.3 s', gaps: [0.3], speakers: 'one' },
  { name: 'gaps of 0.6 s', gaps: [0.6], speakers: 'one' },
  { name: 'all gaps, several speakers', gaps: mixed, speakers: 'several' },
  { name: 'all gaps, noise at 10 dB', gaps: mixed, speakers: 'one', noise: 10 },
];

/** Strings of 3 to 8 digits at known places. */
export async function measureDigits(
  listener: Listener,
  speakers: readonly Cut[][],
  noises: readonly Float32Array[],
  { gaps, speakers: kind, noise }: DigitCase,
  strings: number,
): Promise<BoundaryErrors> {
  const random = randomNumbers(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const errors: BoundaryErrors = { starts: [], ends: [], own: 0, strings, alignMs: [] };
  for (let string = 0; string < strings; string++) {
    const one = pick(speakers);
    const digits = Array.from({ length: 3 + Math.floor(random() * 6) }, () => Math.floor(random() * 10));
    const cuts = digits.map((digit) => (kind === 'one' ? one : pick(speakers))[digit]!);
    const pauses = digits.slice(1).map(() => pick(gaps));
    const { samples: clean, places } = joinCuts(cuts, pauses, pick([1, 0.3, 0.1]), random);
    const samples = noise === undefined ? clean : withNoise(clean, pick(noises), noise);
    const written = await listener.write(samples, 'en');
    const own = digitsOf(written) === digits.join(' ');
    if (own) errors.own++;
    const text = own ? written : `${digits.map((digit) => digitNames[digit]).join(', ')}.`;
    const { words, alignMs } = await listener.time(samples, text, 'en');
    if (words.length !== places.length) throw new Error(`${words.length} words in "${text}"`);
    errors.alignMs.push(alignMs);
    for (const [at, { start, end }] of places.entries()) {
      errors.starts.push(words[at]!.start - start);
      errors.ends.push(words[at]!.end - end);
    }
  }
  return errors;
}

/** "Six, 1." is 6 1; where digits are run together it is something else than the words said. */
function digitsOf(text: string): string {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  return words
    .filter(Boolean)
    .map((word) => (digitNames.includes(word) ? digitNames.indexOf(word) : word))
    .join(' ');
}
