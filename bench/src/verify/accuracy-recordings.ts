import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, samplesOf } from '../recognize/clip-sets.ts';
import { isHeldOut } from '../speakers.ts';

export type Corpus = 'speech-en' | 'digits-en' | 'readers-en' | 'alphanumeric-en';

/** One recording of one person. */
export interface Recording {
  readonly corpus: Corpus;
  readonly file: string;
  readonly speaker: string;
  readonly gender: 'f' | 'm';
  /** Years; undefined where the corpus does not say. */
  readonly age: number | undefined;
  /** What is shipped is made from the background half; tables are made of the test half. */
  readonly half: 'background' | 'test';
}

const CHILD = 12;

export const isChild = ({ age }: Recording) => age !== undefined && age <= CHILD;

/** Where a name falls is decided once and for all, by its hash. */
export function halfOf(name: string): Recording['half'] {
  return isHeldOut(name) ? 'test' : 'background';
}

/** Only speech-en has a test half; the others are background, and tests where a table leaves them out of it. */
export function recordings(): Recording[] {
  const found: Recording[] = [];
  const add = (corpus: Corpus, file: string, speaker: string, gender: string, age?: string) => {
    const half = corpus === 'speech-en' ? halfOf(speaker) : 'background';
    const years = age === undefined ? undefined : Number(age);
    const letter = gender[0]!.toLowerCase() as 'f' | 'm';
    found.push({ corpus, file, speaker: `${corpus} ${speaker}`, gender: letter, age: years, half });
  };
  for (const [file, speaker, gender, age] of rows('speech-en/index.tsv')) {
    if (!file!.startsWith('jfk')) add('speech-en', `speech-en/${file}`, speaker!, gender!, age);
  }
  for (const [file, speaker, gender, age] of rows('digits-en/index.tsv')) {
    add('digits-en', `digits-en/${file}`, speaker!, gender!, age);
  }
  for (const [file, speaker, gender] of rows('readers-en/index.tsv')) {
    add('readers-en', `readers-en/${file}`, speaker!, gender!);
  }
  for (const [file, speaker, gender, age] of rows('alphanumeric-en-index.tsv')) {
    add('alphanumeric-en', file!, speaker!, gender!, age);
  }
  return found;
}

/** Noises of a half, so that none of the test is in the background. */
export async function noisesOf(half: Recording['half']): Promise<Float32Array[]> {
  const folder = join(data, 'noise');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.flac') && halfOf(file) === half)
    .sort();
  return Promise.all(files.map((file) => samplesOf(`noise/${file}`)));
}

function rows(index: string): string[][] {
  if (!existsSync(join(data, index))) return [];
  const lines = readFileSync(join(data, index), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}
