import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { bySpeaker, data, type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { partOf } from '../corpora/speakers.ts';

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
  return partOf(`${corpus} ${speaker}`, 'locutor-traits:', FOLDS) === HELD_OUT;
}

/** Every such recording in ../shared/data, in the order of the index files. */
export function traitRecordings(): TraitRecording[] {
  const all = (['speech-en', 'digits-en', 'readers-en', 'alphanumeric-en', 'common-voice'] as const).flatMap(
    (corpus) =>
      corpus === 'digits-en' ? joinedDigits() : recordings(corpus).map((each) => of(corpus, each)),
  );
  return all.filter(({ files }) => existsSync(join(data, files[0]!)));
}

function of(corpus: string, { file, speaker, gender, age, language }: Recording): TraitRecording {
  const traits = { ...(gender !== '' && { gender }), ...ageOf(age) };
  return { corpus, files: [file], speaker, ...traits, language: language || 'en' };
}

export async function traitSamples({ files }: TraitRecording): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const file of files) parts.push(await samplesOf(file), ...(files.length > 1 ? [PAUSE] : []));
  return joinSamples(parts);
}

/** Single digits are half a second long: five of them make one recording. */
function joinedDigits(): TraitRecording[] {
  return [...bySpeaker(recordings('digits-en')).values()].flatMap((own) =>
    [own.slice(0, 5), own.slice(5)].map((some) => ({
      ...of('digits-en', some[0]!),
      files: some.map(({ file }) => file),
    })),
  );
}

function ageOf(text = ''): { age?: number } {
  const [from, to] = text.split('-').map(Number);
  if (text.trim() === '' || from === undefined) return {};
  const age = to === undefined ? from : (from + to + 1) / 2;
  return age >= YOUNGEST && age < OLDEST ? { age } : {};
}
