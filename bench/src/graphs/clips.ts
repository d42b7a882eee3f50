import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { data, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';

export interface Clip {
  samples: Float32Array;
  /** What was said, where it is known. */
  text: string;
}

/** Real speech from the folder beside the repository, evenly picked; a synthetic vowel when there is none. */
export async function readClips(count: number): Promise<{ clips: Clip[]; from: string }> {
  const all = recordings('speech-en');
  if (all.length === 0)
    return { clips: [{ samples: vowel(), text: '' }], from: 'a synthetic vowel (no recordings found)' };
  const step = Math.max(1, Math.floor(all.length / count));
  const clips: Clip[] = [];
  for (const { file, text } of all.filter((_, at) => at % step === 0).slice(0, count))
    clips.push({ samples: await samplesOf(file), text });
  return { clips, from: `${clips.length} clips of read speech` };
}

/** The recording that steps are timed on: eleven seconds, or whatever there is, repeated to ten. */
export async function readLongClip(): Promise<Float32Array> {
  const file = 'speech-en/jfk/jfk.wav';
  const samples = existsSync(join(data, file)) ? await samplesOf(file) : vowel();
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
