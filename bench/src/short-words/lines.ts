import { spawnSync } from 'node:child_process';
import { decodeAudio, resample } from '@locutor/audio';
import { hasFfmpeg } from '../audio/files.ts';
import { conditions } from '../endpoint/conditions.ts';

/** What a telephone line makes of 16 kHz samples. */
export type Line = (samples: Float32Array) => Promise<Float32Array>;

export const lines: Readonly<Record<string, Line>> = {
  '8 kHz': async (samples) => resample(resample(samples, 16_000, 8000), 8000, 16_000),
  'G.711': async (samples) => conditions['telephone, 8 kHz G.711']!(samples),
  ...(hasFfmpeg && { GSM: throughGsm }),
};

async function throughGsm(samples: Float32Array): Promise<Float32Array> {
  const { stdout, status } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'f32le', '-ar', '16000', '-ac', '1', '-i', '-'].concat([
      '-ar',
      '8000',
      '-c:a',
      'libgsm_ms',
      '-f',
      'wav',
      '-',
    ]),
    { input: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength) },
  );
  if (status !== 0) throw new Error('ffmpeg cannot write GSM');
  return (await decodeAudio(stdout)).samples;
}
