import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, joined, samplesOf } from '../recognize/clip-sets.ts';
import { hashOf } from '../speakers.ts';

/** One recording of a person whose gender or age is known. */
export interface TraitRecording {
  readonly corpus: string;
  /** Put together with short pauses. */
  readonly files: readonly string[];
  readonly speaker: string;
  readonly gender?: 'f' | 'm';
  /** Years, or the middle of a decade. */
  readonly age?: number;
  readonly language: string;
}

const FOLDS = 5;
/** The shipped heads were fitted on the speakers of the other folds. */
const HELD_OUT = 0;
/** One age of digits-en is 1234, and one of alphanumeric-en 0. */
const [YOUNGEST, OLDEST] = [3, 110];
/** Between single digits. */
const PAUSE = new Float32Array(3200);

/** Whether the shipped heads know nothing of a speaker; `training/traits/common.py` decides in the same way. */
export function isHeldOut({ corpus, speaker }: TraitRecording): boolean {
  return hashOf(`locutor-traits:${corpus} ${speaker}`) % FOLDS === HELD_OUT;
}

/** Every such recording in ../shared/data, in the order of the index files. */
export function traitRecordings(): TraitRecording[] {
  const found: TraitRecording[] = [];
  const add = (
    corpus: string,
    files: readonly string[],
    [speaker, gender, age, language = 'en']: readonly (string | undefined)[],
  ) => {
    const traits = { ...genderOf(gender), ...ageOf(age) };
    if (existsSync(join(data, files[0]!)))
      found.push({ corpus, files, speaker: speaker!, ...traits, language });
  };
  for (const [file, ...traits] of rows('speech-en/index.tsv')) {
    if (!file!.startsWith('jfk')) add('speech-en', [`speech-en/${file}`], traits.slice(0, 3));
  }
  for (const { files, traits } of digitsBySpeaker()) {
    // Single digits are half a second long: five of them make one recording.
    add('digits-en', files.slice(0, 5), traits);
    add('digits-en', files.slice(5), traits);
  }
  for (const [file, speaker, gender] of rows('readers-en/index.tsv')) {
    add('readers-en', [`readers-en/${file}`], [speaker, gender]);
  }
  for (const [file, ...traits] of rows('alphanumeric-en-index.tsv')) {
    add('alphanumeric-en', [file!], traits.slice(0, 3));
  }
  for (const [file, language, speaker, gender, age] of rows('common-voice/index.tsv')) {
    add('common-voice', [`common-voice/${file}`], [speaker, gender, age, language]);
  }
  return found;
}

export async function traitSamples({ files }: TraitRecording): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const file of files) parts.push(await samplesOf(file), ...(files.length > 1 ? [PAUSE] : []));
  return joined(parts);
}

function digitsBySpeaker() {
  const speakers = new Map<string, { files: string[]; traits: (string | undefined)[] }>();
  for (const [file, speaker, gender, age] of rows('digits-en/index.tsv')) {
    const known = speakers.get(speaker!) ?? { files: [], traits: [speaker, gender, age] };
    known.files.push(`digits-en/${file}`);
    speakers.set(speaker!, known);
  }
  return speakers.values();
}

function genderOf(text = ''): { gender?: 'f' | 'm' } {
  const letter = text[0]?.toLowerCase();
  return letter === 'f' || letter === 'm' ? { gender: letter } : {};
}

function ageOf(text = ''): { age?: number } {
  const [from, to] = text.split('-').map(Number);
  if (text.trim() === '' || from === undefined) return {};
  const age = to === undefined ? from : (from + to + 1) / 2;
  return age >= YOUNGEST && age < OLDEST ? { age } : {};
}

function rows(index: string): string[][] {
  if (!existsSync(join(data, index))) return [];
  const lines = readFileSync(join(data, index), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}
