import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio } from '@locutor/audio';

export interface Clip {
  samples: Float32Array;
  /** What was said, where it is known. */
  text: string;
}

const data = join(import.meta.dirname, '../../../../shared/data');

/** Real speech from the folder beside the repository, evenly picked; a synthetic vowel when there is none. */
export async function readClips(count: number): Promise<{ clips: Clip[]; from: string }> {
  const index = join(data, 'speech-en/index.tsv');
  if (!existsSync(index))
    return { clips: [{ samples: vowel(), text: '' }], from: 'a synthetic vowel (no recordings found)' };
  const rows = readFileSync(index, 'utf8').trim().split('\n');
  const columns = rows.shift()!.split('\t');
  const step = Math.max(1, Math.floor(rows.length / count));
  const clips: Clip[] = [];
  for (const row of rows.filter((_, at) => at % step === 0).slice(0, count)) {
    const cells = row.split('\t');
    const bytes = readFileSync(join(data, 'speech-en', cells[columns.indexOf('file')]!));
    clips.push({ samples: (await decodeAudio(bytes)).samples, text: cells[columns.indexOf('text')]! });
  }
  return { clips, from: `${clips.length} clips of read speech` };
}

/** The recording that steps are timed on: eleven seconds, or whatever there is, repeated to ten. */
export async function readLongClip(): Promise<Float32Array> {
  const path = join(data, 'speech-en/jfk/jfk.wav');
  const samples = existsSync(path) ? (await decodeAudio(readFileSync(path))).samples : vowel();
  return Float32Array.from({ length: 160_000 }, (_, at) => samples[at % samples.length]!);
}

function vowel(): Float32Array {
  return Float32Array.from({ length: 48_000 }, (_, at) => {
    let sum = 0;
    for (let k = 1; k < 30; k++)
      sum += Math.sin((2 * Math.PI * 120 * k * at) / 16_000) / (1 + ((k * 120 - 600) / 120) ** 2);
    return sum * 0.1;
  });
}
