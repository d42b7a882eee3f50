import { spawnSync } from 'node:child_process';
import { decodeAudio, resample } from '@locutor/audio';
import { hasFfmpeg } from '../audio/files.ts';
import { someNoises } from '../corpora/samples.ts';
import { conditions as endpointConditions } from '../endpoint/conditions.ts';
import { randomNumbers } from '../random.ts';
import { withNoise } from '../word-times/join-cuts.ts';
import { type RecognizedClip, recognizeBoth } from './accuracy.ts';
import { printLosses, printRows } from './accuracy-table.ts';
import { type Clip, clipSets, clipsOf } from './clip-sets.ts';
import type { Pair } from './pair.ts';

type Change = (samples: Float32Array, n: number) => Float32Array | Promise<Float32Array>;

const NOISE_DB = 10;

/** What telephones, encoders and rooms do to the same clips. */
export async function printConditions(pair: Pair, clips: number): Promise<void> {
  const sets = clipSets.filter(({ name }) => name.startsWith('read') || name.startsWith('acted'));
  const some: Clip[] = [];
  for (const set of sets) some.push(...(await clipsOf(set, clips)));
  if (some.length === 0) return;
  const rows: [string, RecognizedClip[]][] = [];
  for (const [name, change] of Object.entries(await changes())) {
    const recognized: RecognizedClip[] = [];
    for (const [n, clip] of some.entries())
      recognized.push(await recognizeBoth(pair, name, { ...clip, samples: await change(clip.samples, n) }));
    rows.push([name, recognized]);
  }
  console.log('\nWord errors of read and acted clips, as they are and after what may happen to audio');
  if (!hasFfmpeg) console.log('MP3 skipped: no ffmpeg');
  printRows('condition', rows);
  const changed = rows.flatMap(([condition, recognized]) =>
    condition === 'clean'
      ? []
      : recognized.map((each) => ({
          ...each,
          clip: { ...each.clip, file: `${each.clip.file}, ${condition}` },
        })),
  );
  printLosses(changed, 8);
}

async function changes(): Promise<Record<string, Change>> {
  const real = await someNoises();
  const length = 16_000 * 10;
  const [white, pink] = [whiteNoise(length), pinkNoise(length)];
  return {
    clean: (samples) => samples,
    '8 kHz': (samples) => resample(resample(samples, 16_000, 8000), 8000, 16_000),
    'G.711 µ-law, 8 kHz': endpointConditions['telephone, 8 kHz G.711']!,
    ...(hasFfmpeg && { 'MP3, 32 kb/s': throughMp3 }),
    'white noise, 10 dB': (samples) => withNoise(samples, white, NOISE_DB),
    'pink noise, 10 dB': (samples) => withNoise(samples, pink, NOISE_DB),
    ...(real.length > 0 && {
      'real noises, 10 dB': (samples, n) => withNoise(samples, real[n % real.length]!, NOISE_DB),
    }),
    'quiet, −30 dB': (samples) => samples.map((sample) => Math.round(sample * 0.0316 * 32_768) / 32_768),
  };
}

export async function throughMp3(samples: Float32Array): Promise<Float32Array> {
  const codec = ['-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3', '-'];
  const { stdout, status } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'f32le', '-ar', '16000', '-ac', '1', '-i', '-', ...codec],
    { input: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength) },
  );
  if (status !== 0) throw new Error('ffmpeg cannot write MP3');
  return (await decodeAudio(stdout)).samples;
}

function whiteNoise(length: number): Float32Array {
  const random = randomNumbers(3);
  return Float32Array.from({ length }, () => random() + random() + random() - 1.5);
}

/** As much in every octave: the sum of noises that change every sample, every second one, every fourth, ... */
function pinkNoise(length: number): Float32Array {
  const random = randomNumbers(4);
  const parts = new Float32Array(12);
  return Float32Array.from({ length }, (_, at) => {
    const octave = at === 0 ? 0 : Math.min(parts.length - 1, 31 - Math.clz32(at & -at));
    parts[octave] = random() - 0.5;
    return parts.reduce((sum, part) => sum + part, random() - 0.5);
  });
}
