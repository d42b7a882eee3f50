import { readFileSync } from 'node:fs';
import { decodeAudio } from '@locutor/audio';
import { SAMPLE_RATE, VAD_WINDOW, WINDOWS_AT_ONCE } from '@locutor/contract';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { speechDetector } from '../../test/speech-pool.ts';
import { RateHalver } from './halve-rate.ts';
import { SileroVad } from './silero.ts';

let path: string;
let vad: SileroVad;

beforeAll(async () => {
  path = await speechDetector();
  vad = await SileroVad.load(path);
});

/** Of a synthetic voice: it goes through all probabilities. */
const voice = new URL('../../test/fixtures/voices/deep-1.ogg', import.meta.url);
const samples = (await decodeAudio(readFileSync(voice))).samples.subarray(0, 3 * SAMPLE_RATE + 100);
const windows = windowsOf(samples);

function windowsOf(sound: Float32Array): Float32Array[] {
  return Array.from({ length: Math.ceil(samples.length / VAD_WINDOW) }, (_, n) =>
    sound.subarray(n * VAD_WINDOW, (n + 1) * VAD_WINDOW),
  );
}

async function judged(atOnce: number): Promise<number[]> {
  vad.reset();
  const all: number[] = [];
  for (let first = 0; first < windows.length; first += atOnce) {
    all.push(...(await vad.probabilities(windows.slice(first, first + atOnce))));
  }
  return all;
}

/**
 * By the graph as it is published: the mean of what it says of these windows, and of those that begin half a window
 * earlier.
 */
async function published(): Promise<number[]> {
  const earlier = new Float32Array(samples.length + VAD_WINDOW / 2);
  earlier.set(samples, VAD_WINDOW / 2);
  const [one, other] = [await publishedAt(windows), await publishedAt(windowsOf(earlier))];
  return one.map((probability, n) => (probability + other[n]!) / 2);
}

/** Window by window. */
async function publishedAt(windows: readonly Float32Array[]): Promise<number[]> {
  const session = await InferenceSession.create(path);
  const sr = new Tensor('int64', BigInt64Array.of(BigInt(8_000)), []);
  let state = new Tensor('float32', new Float32Array(256), [2, 1, 128]);
  const length = VAD_WINDOW / 2;
  let input = new Float32Array(32 + length);
  const halver = new RateHalver();
  const all: number[] = [];
  for (const window of windows) {
    const end = input.subarray(length);
    input = new Float32Array(32 + length);
    input.set(end);
    const whole = new Float32Array(VAD_WINDOW);
    whole.set(window);
    input.set(halver.halve(whole), 32);
    const tensor = new Tensor('float32', input, [1, input.length]);
    const output = await session.run({ input: tensor, state, sr });
    state = output.stateN as typeof state;
    all.push((output.output!.data as Float32Array)[0]!);
  }
  return all;
}

describe('many windows at once', () => {
  test('are judged as the published graph judges one after the other', async () => {
    const expected = await published();
    expect(Math.max(...expected) - Math.min(...expected)).toBeGreaterThan(0.8);
    for (const atOnce of [1, 7, WINDOWS_AT_ONCE]) {
      const found = await judged(atOnce);
      expect(found).toHaveLength(expected.length);
      const worst = Math.max(...found.map((probability, n) => Math.abs(probability - expected[n]!)));
      expect(worst).toBeLessThan(1e-4);
    }
  });

  test('of two streams do not disturb each other', async () => {
    const expected = await judged(WINDOWS_AT_ONCE);
    vad.reset();
    const other = vad.another();
    const found: number[] = [];
    for (let first = 0; first < windows.length; first += 8) {
      found.push(...(await vad.probabilities(windows.slice(first, first + 8))));
      await other.probabilities(windows.slice(0, 8));
    }
    const worst = Math.max(...found.map((probability, n) => Math.abs(probability - expected[n]!)));
    expect(worst).toBeLessThan(1e-4);
  });
});
