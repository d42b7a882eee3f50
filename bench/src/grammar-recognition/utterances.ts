import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, joined, samplesOf } from '../recognize/clip-sets.ts';
import { randomNumbers } from '../word-times/join-cuts.ts';

/** Something that somebody said. */
export interface Utterance {
  kind: 'digits' | 'read digits' | 'sentence' | 'acted' | 'name' | 'phone number' | 'address' | 'reader';
  /** Speakers are in two halves: numbers are fitted on one, and shown on the other. */
  half: 'tuning' | 'check';
  /** Undefined where nobody wrote it down. */
  text: string | undefined;
  samples(): Promise<Float32Array>;
}

const DIGITS = /^(?:(?:zero|one|two|three|four|five|six|seven|eight|nine) ?)+$/;
const RATE = 16_000;

function rows(index: string): string[][] {
  if (!existsSync(join(data, index))) return [];
  const lines = readFileSync(join(data, index), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}

/** At most so many, evenly picked. */
export function some<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, n) => all[Math.floor(n * step)]!);
}

function halves(all: readonly string[][], speakerAt: number): (row: readonly string[]) => Utterance['half'] {
  const speakers = [...new Set(all.map((row) => row[speakerAt]!))];
  return (row) => (speakers.indexOf(row[speakerAt]!) % 2 === 0 ? 'tuning' : 'check');
}

/** Strings of one speaker's digits with pauses of up to so many seconds, so many. */
export function joinedDigits(length: number, count: number, longestPause = 0.1): Utterance[] {
  const all = rows('digits-en/index.tsv');
  const half = halves(all, 1);
  const speakers = [...new Set(all.map(([, speaker]) => speaker!))];
  const random = randomNumbers(40 + length);
  if (length === 1)
    return some(all, count).map((row) => clip('digits', half(row), row[4]!, `digits-en/${row[0]}`));
  return Array.from({ length: speakers.length === 0 ? 0 : count }, (_, n) => {
    const speaker = speakers[n % speakers.length]!;
    const own = all.filter(([, each]) => each === speaker);
    const parts = Array.from({ length }, () => own[Math.floor(random() * own.length)]!);
    const gaps = parts.map(() => longestPause * random());
    return {
      kind: 'digits',
      half: half(parts[0]!),
      text: parts.map(([, , , , word]) => word).join(' '),
      samples: () =>
        join1(
          parts.map(([file]) => `digits-en/${file}`),
          gaps,
        ),
    };
  });
}

async function join1(files: readonly string[], gaps: readonly number[]): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const [at, file] of files.entries()) {
    parts.push(await samplesOf(file), new Float32Array(Math.round(gaps[at]! * RATE)));
  }
  return joined(parts);
}

/** What was read: digit strings, or sentences. Children and learners of English: hard. */
export function read(kind: 'read digits' | 'sentence', count: number): Utterance[] {
  const all = rows('speech-en/index.tsv').filter(([file]) => !file!.startsWith('jfk'));
  const half = halves(all, 1);
  const wanted = all.filter(([, , , , text]) => DIGITS.test(text!) === (kind === 'read digits'));
  return some(wanted, count).map((row) => clip(kind, half(row), row[4]!, `speech-en/${row[0]}`));
}

export const ACTED = { kids: 'kids are talking by the door', dogs: 'dogs are sitting by the door' };

/** The sentence is in the name of the file, in words or as the fifth number. */
export function acted(count: number): Utterance[] {
  const all = rows('emotion-index.tsv');
  const half = halves(all, 1);
  return some(all, count).map((row) => {
    const isKids = /kids-talking|\/\d\d-\d\d-\d\d-\d\d-01-/.test(row[0]!);
    return clip('acted', half(row), isKids ? ACTED.kids : ACTED.dogs, row[0]!);
  });
}

export function alphanumeric(kind: 'name' | 'phone number' | 'address'): Utterance[] {
  const folder = { name: 'Names', 'phone number': 'Numbers', address: 'Addresses' }[kind];
  const all = rows('alphanumeric-en-index.tsv');
  const half = halves(all, 1);
  const wanted = all.filter(([, , , , each]) => each === folder);
  return wanted.map((row) => {
    const text = kind === 'phone number' ? [...row[5]!].join(' ') : row[5]!.trim();
    return clip(kind, half(row), text, row[0]!);
  });
}

export function readers(count: number): Utterance[] {
  const all = rows('readers-en/index.tsv');
  const half = halves(all, 1);
  return some(all, count).map((row) => clip('reader', half(row), undefined, `readers-en/${row[0]}`));
}

function clip(
  kind: Utterance['kind'],
  half: Utterance['half'],
  text: string | undefined,
  file: string,
): Utterance {
  return { kind, half, text, samples: () => samplesOf(file) };
}
