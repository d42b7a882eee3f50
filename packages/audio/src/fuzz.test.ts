import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutate, randomBelow } from '../scripts/mutate.mjs';
import { headeredFixtures, readFixture } from '../test/fixtures.ts';
import { decodeAudio } from './decode.ts';
import { AudioError } from './errors.ts';
import { oggChecksum } from './ogg/checksum.ts';

const files = headeredFixtures.map(readFixture);

/** Everything that bytes may lead to: audio within its bounds, or a typed error. */
async function decodesOrFails(bytes: Uint8Array): Promise<void> {
  try {
    const { samples, found } = await decodeAudio(bytes, { limits: { maxSeconds: 30 } });
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.length).toBeLessThanOrEqual(30 * 16_000);
    expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
    expect(found.channels).toBeLessThanOrEqual(8);
  } catch (error) {
    expect(error).toBeInstanceOf(AudioError);
  }
}

// A new seed every run; a failure prints it. `node scripts/fuzz.mjs` runs for as long as asked.
test('damaged files decode or fail with an AudioError', async () => {
  const index = fc.nat({ max: files.length - 1 });
  const damage = fc.asyncProperty(index, index, fc.integer({ min: 1 }), async (file, other, seed) => {
    await decodesOrFails(mutate(files[file]!, files[other]!, randomBelow(seed), oggChecksum));
  });
  await fc.assert(damage, { numRuns: 1200, endOnFailure: true });
});

test('any bytes, raw or behind a known start, decode or fail with an AudioError', async () => {
  const start = fc.constantFrom(...files.map((file) => file.subarray(0, 64)), new Uint8Array(0));
  const property = fc.asyncProperty(
    start,
    fc.nat({ max: 64 }),
    fc.uint8Array({ maxLength: 4000 }),
    async (head, length, tail) => {
      await decodesOrFails(Uint8Array.from([...head.subarray(0, length), ...tail]));
    },
  );
  await fc.assert(property, { numRuns: 600, endOnFailure: true });
});

test('raw audio of any bytes is as long as its bytes say', async () => {
  const property = fc.asyncProperty(fc.uint8Array({ minLength: 2, maxLength: 5000 }), async (bytes) => {
    const pcm = await decodeAudio(bytes, { raw: { encoding: 'pcm', rate: 16_000 } });
    expect(pcm.samples.length).toBe(bytes.length >> 1);
    const ulaw = await decodeAudio(bytes, { raw: { encoding: 'ulaw', rate: 8000 } });
    expect(ulaw.samples.length).toBe(bytes.length * 2);
  });
  await fc.assert(property);
});
