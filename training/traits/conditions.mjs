// What a recording goes through before it is embedded. Level is no matter: the embedding levels its input.
import { spawnSync } from 'node:child_process';
import { hashOf } from '../../bench/dist/corpora/speakers.js';
import { conditions as endpointConditions } from '../../bench/dist/endpoint/conditions.js';
import { noisesOf } from '../../bench/dist/verify/accuracy-recordings.js';
import { withNoise } from '../../bench/dist/word-times/join-cuts.js';
import { decodeAudio, resample } from '../../packages/audio/dist/index.js';

const RATE = 16_000;

/** Each takes samples at 16 kHz and a name that decides what is random. */
export async function conditions() {
  const noises = [...(await noisesOf('background')), ...(await noisesOf('test'))];
  const others = [
    (samples) => resample(resample(samples, RATE, RATE / 2), RATE / 2, RATE),
    ffmpeg('-ar', '8000', '-c:a', 'libgsm_ms', '-f', 'wav'),
    ffmpeg('-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3'),
    ffmpeg('-c:a', 'libopus', '-b:a', '16k', '-f', 'ogg'),
    (samples, key) => {
      const noise = noises[hashOf(`${key} noise`) % noises.length];
      return withNoise(samples, noise, 5 + (hashOf(`${key} db`) % 16));
    },
  ];
  return {
    clean: (samples) => samples,
    'G.711': endpointConditions['telephone, 8 kHz G.711'],
    // One of: 8 kHz, GSM, MP3 at 32 kb/s, Opus at 16 kb/s, noise of 5 to 20 dB.
    other: (samples, key) => others[hashOf(`${key} other`) % others.length](samples, key),
  };
}

function ffmpeg(...format) {
  return async (samples) => {
    const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    const args = ['-v', 'error', '-f', 'f32le', '-ar', String(RATE), '-ac', '1', '-i', '-', ...format, '-'];
    const { status, stdout, stderr } = spawnSync('ffmpeg', args, { input, maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
    return (await decodeAudio(stdout)).samples;
  };
}
