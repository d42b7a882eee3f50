import { SPEECH_TOO_LONG } from '@locutor/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_MINUTES, SpeechOutput } from './speech-output.ts';

const RATE = 16_000;
const go = async () => {};
const format = { codec: 'pcm', sampleRate: RATE, channels: 1, bitsPerSample: 16 } as const;

async function open() {
  const parts: Uint8Array[] = [];
  const output = await SpeechOutput.open(format, (bytes) => parts.push(bytes));
  const samples = () => {
    const bytes = Buffer.concat(parts);
    return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768);
  };
  return { output, parts, samples };
}

const tone = (length: number) => Float32Array.from({ length }, (_, at) => 0.5 * Math.sin(at / 20));

test('phrases and silences come out one after the other, exactly as long as they are', async () => {
  const phrase = fc.record({
    rate: fc.constantFrom(12_000, 16_000, 24_000, 28_800),
    lengths: fc.array(fc.nat(3000), { maxLength: 4 }),
    breakMs: fc.nat(400),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(phrase, { maxLength: 5 }), async (phrases) => {
      const { output, samples } = await open();
      let expected = 0;
      for (const { rate, lengths, breakMs } of phrases) {
        expect(Math.round((output.ms * RATE) / 1000)).toBe(expected);
        output.beginPhrase(rate);
        for (const length of lengths) output.write(tone(length), 1);
        output.endPhrase(1);
        await output.silence(breakMs, go);
        expected += Math.round((lengths.reduce((sum, each) => sum + each, 0) * RATE) / rate);
        expected += Math.round((breakMs * RATE) / 1000);
      }
      expect(Math.round((output.ms * RATE) / 1000)).toBe(expected);
      output.end();
      expect(samples()).toHaveLength(expected);
    }),
    { numRuns: 50 },
  );
});

test('samples keep their place and get their gain', async () => {
  const { output, samples } = await open();
  output.beginPhrase(RATE);
  output.write(tone(4000), 0.5);
  output.endPhrase(0.5);
  await output.silence(100, go);
  output.end();
  for (const [at, sample] of tone(4000).entries()) expect(samples()[at]).toBeCloseTo(0.5 * sample, 3);
  expect(
    samples()
      .subarray(4000)
      .every((sample) => sample === 0),
  ).toBe(true);
});

test('each write hands out at most one part, and none that is empty', async () => {
  const { output, parts } = await open();
  output.beginPhrase(24_000);
  output.write(tone(20_000), 1);
  output.write(tone(20_000), 1);
  output.endPhrase(1);
  await output.silence(500, go);
  output.end();
  expect(parts.length).toBeLessThanOrEqual(5);
  expect(parts.every(({ length }) => length > 0)).toBe(true);
});

test('speech without an end is refused', async () => {
  const { output } = await open();
  const endless = output.silence((MOST_MINUTES + 1) * 60_000, go);
  await expect(endless).rejects.toMatchObject({ code: SPEECH_TOO_LONG });
  output.free();
});

test('a long silence is handed out second by second', async () => {
  const { output, parts, samples } = await open();
  await output.silence(10_500, go);
  output.end();
  expect(parts.length).toBeGreaterThan(10);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(2 * RATE);
  expect(samples()).toHaveLength(10.5 * RATE);
});

test('a silence ends where the work is canceled', async () => {
  const { output, parts } = await open();
  let seconds = 0;
  const silence = output.silence(60_000, async () => {
    if (++seconds === 3) throw new Error('canceled');
  });
  await expect(silence).rejects.toThrow('canceled');
  expect(parts).toHaveLength(3);
  output.free();
});
