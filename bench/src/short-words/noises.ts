import { recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf, isHeldOut } from '../corpora/speakers.ts';
import { table } from '../table.ts';
import { lines } from './lines.ts';
import type { BenchRecognizer } from './recognizer.ts';

export interface NoiseClip {
  file: string;
  half: 'tuning' | 'check';
  samples: Float32Array;
}

const STEP = 800;
const SHORTEST = 3200;
const LONGEST = 8800;

/** Rain, engines, animals, sneezes: as recorded, over the telephone, and the loudest part alone, as short as a word. */
export async function noiseClips(): Promise<[string, NoiseClip[]][]> {
  const whole: NoiseClip[] = [];
  for (const { file } of recordings('noise')) {
    whole.push({ file, half: isHeldOut(file) ? 'check' : 'tuning', samples: await samplesOf(file) });
  }
  const telephone: NoiseClip[] = [];
  for (const clip of whole) telephone.push({ ...clip, samples: await lines['G.711']!(clip.samples) });
  const short = whole.map((clip) => ({ ...clip, samples: loudest(clip) }));
  return [
    ['noise', whole],
    ['noise, G.711', telephone],
    ['noise, cut short', short],
  ];
}

function loudest({ file, samples }: NoiseClip): Float32Array {
  const length = SHORTEST + (hashOf(file) % (LONGEST - SHORTEST));
  let [best, most] = [0, -1];
  for (let at = 0; at + length <= samples.length; at += STEP) {
    const energy = samples.subarray(at, at + length).reduce((sum, sample) => sum + sample ** 2, 0);
    if (energy > most) [best, most] = [at, energy];
  }
  return samples.slice(best, best + length);
}

/** Noises over which free recognition writes something. */
export async function printNoises(recognizer: BenchRecognizer): Promise<void> {
  const rows: (string | number)[][] = [];
  const written: string[] = [];
  for (const [name, clips] of await noiseClips()) {
    for (const half of ['tuning', 'check'] as const) {
      const own = clips.filter((clip) => clip.half === half);
      let wrote = 0;
      for (const { file, samples } of own) {
        const texts = await recognizer.texts(samples);
        if (texts.length > 0) wrote += 1;
        if (texts.length > 0) written.push(`${name}, ${file}: ${texts.join(' | ')}`);
      }
      rows.push([name, half, own.length, wrote]);
    }
  }
  console.log('\nNoises over which free recognition writes words');
  console.log(table([['audio', 'half', 'clips', 'with words'], ...rows]));
  for (const line of written) console.log(line);
}
