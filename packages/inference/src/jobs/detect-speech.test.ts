import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnginePool } from '@locutor/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pausedSpeech } from '../../test/paused-speech.ts';
import { speechDetector, speechPool } from '../../test/speech-pool.ts';
import { wav } from '../../test/wav.ts';

const RATE = 16_000;

const pool = speechPool(1, { audio: { maxSeconds: 30 } });

function detect(samples: Float32Array) {
  return pool().run('detect-speech', { audio: { samples } });
}

/** The same noise each time. */
function noise(seconds: number, level: number): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: seconds * RATE }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return level * (seed / 2 ** 31 - 1);
  });
}

describe('without a voice', () => {
  test.each([
    ['silence', new Float32Array(3 * RATE)],
    ['faint noise', noise(3, 0.001)],
    ['loud noise', noise(3, 0.3)],
    [
      'a tone',
      Float32Array.from({ length: 3 * RATE }, (_, n) => 0.5 * Math.sin((2 * Math.PI * 440 * n) / RATE)),
    ],
  ])('%s has no speech', async (_name, samples) => {
    const { spans, probabilities, seconds } = await detect(samples);
    expect(spans).toEqual([]);
    expect(probabilities).toHaveLength(94);
    expect(Math.max(...probabilities)).toBeLessThan(0.5);
    expect(seconds).toBe(3);
  });

  test('no audio at all has no windows', async () => {
    expect(await detect(new Float32Array(0))).toMatchObject({
      seconds: 0,
      spans: [],
      probabilities: new Float32Array(0),
    });
  });
});

describe.each(pausedSpeech)('$what', ({ load }) => {
  test('is found where it is, with its pauses', async () => {
    const bytes = wav(await load());
    const { spans, probabilities } = await pool().run('detect-speech', {
      audio: { bytes },
      spans: { minSilenceMs: 300, paddingMs: 0 },
    });
    // The level is over −30 dB from 0.3 s to 10.4 s but for 2.0–3.2, 4.3–5.3 and 7.5–8.1 s, and a short gap at 3.8.
    const said = [0.3, 2, 3.2, 4.3, 5.3, 7.5, 8.1, 10.4];
    const found = spans.flatMap(({ start, end }) => [start, end]);
    expect(found).toHaveLength(said.length);
    // The detector is a little late, most of all at the ends.
    for (const [n, time] of found.entries()) expect(Math.abs(time - said[n]!)).toBeLessThan(0.35);
    const between = probabilities.slice(Math.round(4.6 / 0.032), Math.round(5.2 / 0.032));
    expect(Math.max(...between)).toBeLessThan(0.1);
  });

  test('is found the same whatever was processed before', async () => {
    const audio = { samples: await load() };
    const first = await pool().run('detect-speech', { audio });
    await detect(noise(1, 0.3));
    expect((await pool().run('detect-speech', { audio })).probabilities).toEqual(first.probabilities);
  });
});

describe('encoded audio', () => {
  test('is decoded under the limits of the settings', async () => {
    const bytes = wav(noise(40, 0.01));
    expect(await pool().run('detect-speech', { audio: { bytes } })).toMatchObject({
      seconds: 30,
      truncated: true,
    });
  });

  test('that cannot be decoded is answered with the reason', async () => {
    const answer = pool().run('detect-speech', { audio: { bytes: Buffer.from('no audio file at all') } });
    await expect(answer).rejects.toMatchObject({ code: 'AUDIO_INVALID', data: { reason: 'unknown-format' } });
  });

  test('may be raw', async () => {
    const audio = {
      bytes: new Uint8Array(16_000).fill(0xff),
      decode: { raw: { encoding: 'ulaw', rate: 8000 } },
    } as const;
    expect(await pool().run('detect-speech', { audio })).toMatchObject({ seconds: 2, spans: [] });
  });
});

test('a caller that leaves frees the process between two windows', async () => {
  const controller = new AbortController();
  const samples = new Float32Array(600 * RATE);
  const long = pool().run('detect-speech', { audio: { samples } }, { signal: controller.signal });
  setTimeout(() => controller.abort(), 500);
  await expect(long).rejects.toMatchObject({ code: 'JOB_CANCELED' });
  expect(await detect(new Float32Array(RATE))).toMatchObject({ seconds: 1 });
  expect(pool().state().processes[0]!.restarts).toBe(0);
});

describe('a model that cannot be loaded', () => {
  test.each(['absent', 'corrupt'])('(%s) is named by the pool', async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'locutor-model-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'vad.onnx');
    if (kind === 'corrupt') writeFileSync(path, readFileSync(await speechDetector()).subarray(0, 1_000_000));
    const broken = createEnginePool({
      processes: 1,
      settings: { voiceActivityModel: path },
      backoff: { minMs: 10, maxMs: 100 },
    });
    onTestFinished(() => broken.drain({ timeoutMs: 0 }));
    await expect(broken.start()).rejects.toThrow(`the voice activity model ${path} cannot be loaded`);
    expect(broken.state()).toMatchObject({ status: 'degraded', reason: expect.stringContaining(path) });
  });
});

test('1,000 jobs with the model leave the process at its size', async () => {
  const samples = noise(0.5, 0.01);
  const runJobs = async (count: number) => {
    for (let n = 0; n < count; n++) await detect(samples);
    return pool().state().processes[0]!.rssBytes;
  };
  const before = await runJobs(300);
  const after = await runJobs(1000);
  // The smallest thing to leak, one window's input, is 2 kB: 32 MB over these 16,000 windows.
  expect(after - before).toBeLessThan(16_000_000);
});
