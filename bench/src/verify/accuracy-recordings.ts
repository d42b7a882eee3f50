import { recordings as recordingsOf } from '../corpora/recordings.ts';
import { noises } from '../corpora/samples.ts';
import { isHeldOut } from '../corpora/speakers.ts';

const CORPORA = ['speech-en', 'digits-en', 'readers-en', 'alphanumeric-en'] as const;

/** One recording of one person. */
export interface Recording {
  readonly corpus: (typeof CORPORA)[number];
  readonly file: string;
  readonly speaker: string;
  readonly gender: 'f' | 'm' | '';
  /** Years; undefined where the corpus does not say. */
  readonly age: number | undefined;
  /** What is shipped is made from the background half; tables are made of the test half. */
  readonly half: 'background' | 'test';
}

const CHILD = 12;

export const isChild = ({ age }: Recording) => age !== undefined && age <= CHILD;

function halfOf(name: string): Recording['half'] {
  return isHeldOut(name) ? 'test' : 'background';
}

/** Only speech-en has a test half; the others are background, and tests where a table leaves them out of it. */
export function recordings(): Recording[] {
  return CORPORA.flatMap((corpus) =>
    recordingsOf(corpus).map(({ file, speaker, gender, age }) => ({
      corpus,
      file,
      speaker: `${corpus} ${speaker}`,
      gender,
      age: age === '' ? undefined : Number(age),
      half: corpus === 'speech-en' ? halfOf(speaker) : 'background',
    })),
  );
}

/** Noises of a half, so that none of the test is in the background. */
export function noisesOf(half: Recording['half']): Promise<Float32Array[]> {
  return noises((file) => halfOf(file) === half);
}
