import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { silentFlac } from '../test/build.ts';
import { exactFixtures, headeredFixtures, readFixture, sha256 } from '../test/fixtures.ts';
import { decodeAudio } from './decode.ts';
import { decodeAudioStream } from './decode-stream.ts';
import { chunkSamples } from './mono-sink.ts';
import type { DecodeRequest } from './request.ts';

const rawFixtures = exactFixtures.filter(([, { raw }]) => raw);
const inputs: readonly (readonly [name: string, request: DecodeRequest])[] = [
  ...headeredFixtures.map((name) => [name, {}] as const),
  ...rawFixtures.map(([name, { raw }]) => [name, { raw }] as const),
];

async function collect(bytes: Uint8Array, request: DecodeRequest) {
  const stream = decodeAudioStream(bytes, request);
  const chunks: Float32Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk]));
  return { chunks, samples, rate: stream.rate, found: stream.found, truncated: stream.truncated };
}

test.each(inputs)('%s in chunks is what it is in one piece, at any rate and cap', async (name, request) => {
  const bytes = readFixture(name);
  const property = fc.asyncProperty(
    fc.integer({ min: 4000, max: 192_000 }),
    fc.double({ min: 0.01, max: 0.6, noNaN: true }),
    async (rate, maxSeconds) => {
      const asked = { ...request, rate, limits: { maxSeconds } };
      const [{ chunks, ...parts }, whole] = [await collect(bytes, asked), await decodeAudio(bytes, asked)];
      expect(sha256(parts.samples)).toBe(sha256(whole.samples));
      expect({ ...parts, samples: 0 }).toEqual({ ...whole, samples: 0 });
      expect(chunks.slice(0, -1).every(({ length }) => length === chunkSamples)).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: 8 });
});

describe('a stream', () => {
  const minutes = { raw: { encoding: 'pcm', rate: 8000 } } as const;
  const pcm = new Uint8Array(8000 * 2 * 120);

  test('knows what it found with the first chunk, and how long it is with the last', async () => {
    const stream = decodeAudioStream(pcm, minutes);
    expect([stream.found, stream.truncated]).toEqual([undefined, false]);
    let seconds = 0;
    for await (const chunk of stream) {
      seconds += chunk.length / stream.rate;
      expect(stream.found).toMatchObject({ container: 'raw', codec: 'pcm', rate: 8000, channels: 1 });
      expect(stream.found?.seconds).toBeCloseTo(seconds, 6);
      expect(stream.expected).toBe(120 * 16_000);
    }
    expect(seconds).toBeCloseTo(120, 6);
  });

  test('decodes no further than its reader reads', async () => {
    // Five days of zeros: a decode that ran ahead would fill the memory.
    const stream = decodeAudioStream(silentFlac(100_000), { limits: { maxSeconds: 1e9 } });
    for await (const chunk of stream) {
      expect(chunk.length).toBe(chunkSamples);
      break;
    }
    const after = await stream[Symbol.asyncIterator]().next();
    expect(after.done).toBe(true);
  });

  test('gives chunks that stay as they are', async () => {
    const stream = decodeAudioStream(readFixture('stereo-vbr.mp3'), { rate: 192_000 });
    const kept: { chunk: Float32Array; hash: string }[] = [];
    for await (const chunk of stream) kept.push({ chunk, hash: sha256(chunk) });
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.every(({ chunk, hash }) => sha256(chunk) === hash)).toBe(true);
  });

  test('ends with the reason of the signal, between two chunks', async () => {
    const controller = new AbortController();
    const stream = decodeAudioStream(pcm, { ...minutes, signal: controller.signal });
    const read = async () => {
      for await (const _ of stream) controller.abort(new Error('read enough'));
    };
    await expect(read()).rejects.toThrow('read enough');
  });

  test('gives what comes before a fault, then the error', async () => {
    const gsm = new Uint8Array(33 * 1000);
    for (let at = 0; at < gsm.length - 33; at += 33) gsm[at] = 0xd0;
    let length = 0;
    const read = async () => {
      for await (const chunk of decodeAudioStream(gsm, { raw: { encoding: 'gsm', rate: 8000 } }))
        length += chunk.length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'malformed' });
    expect(length).toBeGreaterThan(0);
  });

  test('refuses what decodeAudio refuses', async () => {
    const stream = decodeAudioStream(new Uint8Array(0));
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'empty' });
  });
});
