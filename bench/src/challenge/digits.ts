import { joinSamples } from '@locutor/audio';
import { digitNames } from '../corpora/texts.ts';
import { conditions } from '../endpoint/conditions.ts';
import { joinedDigits, readers } from '../grammar-recognition/utterances.ts';
import { randomNumbers } from '../random.ts';
import { table } from '../table.ts';
import type { Checker } from './checker.ts';
import { Share } from './share.ts';

const LENGTHS = [4, 6, 8];
const SPEAKERS = 60;
const PAUSE = new Float32Array(1.3 * 16_000);
const EDGE = new Float32Array(0.3 * 16_000);

/** Every change of a string that an attacker could hope for. */
const CHANGES = {
  'one digit different': (digits: readonly number[], random: () => number) => {
    const at = Math.floor(random() * digits.length);
    const other = (digits[at]! + 1 + Math.floor(random() * 9)) % 10;
    return digits.with(at, other);
  },
  'one digit left out': (digits: readonly number[], random: () => number) =>
    digits.toSpliced(Math.floor(random() * digits.length), 1),
  'one digit more': (digits: readonly number[], random: () => number) =>
    digits.toSpliced(Math.floor(random() * (digits.length + 1)), 0, Math.floor(random() * 10)),
} as const;

/** Strings of one speaker's digits: how often the string itself is accepted, and how often another one. */
export async function printDigits(checker: Checker, clips: number): Promise<void> {
  const rows: string[][] = [];
  for (const length of LENGTHS) {
    for (const name of ['as recorded', 'telephone, 8 kHz G.711']) {
      rows.push(await rowOf(checker, length, clips, name, conditions[name]!, false));
    }
  }
  rows.push(await rowOf(checker, 8, clips, 'a pause of 1.3 s in the middle', (samples) => samples, true));
  console.log('\nStrings of digits, each in one voice: accepted with the interval of 95 %');
  console.log(table([['digits', 'audio', 'the right string', ...Object.keys(CHANGES)], ...rows]));
  const other = new Share();
  const random = randomNumbers(7);
  for (const reader of readers(clips)) {
    const utterances = await checker.utterances(await reader.samples());
    const text = Array.from({ length: 6 }, () => Math.floor(random() * 10)).join('');
    other.add(await checker.accepts(utterances, text));
  }
  console.log(`\nRead sentences, of readers, accepted as six digits: ${other}`);
}

async function rowOf(
  checker: Checker,
  length: number,
  clips: number,
  name: string,
  condition: (samples: Float32Array) => Float32Array,
  halves: boolean,
): Promise<string[]> {
  const random = randomNumbers(11 + length);
  const right = new Share();
  const wrong = Object.keys(CHANGES).map(() => new Share());
  const firsts = joinedDigits(halves ? length / 2 : length, clips, 0.3);
  // There are 60 speakers in turn: the strings behind the first 60 begin with the same one again.
  const seconds = joinedDigits(length / 2, SPEAKERS + clips, 0.3).slice(SPEAKERS);
  for (const [n, first] of firsts.entries()) {
    const second = halves ? seconds[n]! : undefined;
    const parts = second
      ? [EDGE, await first.samples(), PAUSE, await second.samples(), EDGE]
      : [EDGE, await first.samples(), EDGE];
    const text = second ? `${first.text} ${second.text}` : first.text!;
    const digits = text.split(' ').map((word) => digitNames.indexOf(word));
    const utterances = await checker.utterances(condition(joinSamples(parts)));
    right.add(await checker.accepts(utterances, digits.join('')));
    for (const [at, change] of Object.values(CHANGES).entries()) {
      let other: readonly number[] = digits;
      while (other.join('') === digits.join('')) other = change(digits, random);
      wrong[at]!.add(await checker.accepts(utterances, other.join('')));
    }
  }
  return [String(length), name, String(right), ...wrong.map(String)];
}
