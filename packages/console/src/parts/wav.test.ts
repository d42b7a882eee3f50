import { decodeAudio } from '@locutor/audio';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wavOf } from './wav.ts';

it('writes what the server reads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.int16Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 5 }),
      async (chunks) => {
        const bytes = new Uint8Array(await wavOf(chunks, 16_000).arrayBuffer());
        const { samples } = await decodeAudio(bytes);
        const sent = chunks.flatMap((chunk) => [...chunk]);
        expect(samples).toHaveLength(sent.length);
        expect([...samples].every((sample, at) => Math.abs(32768 * sample - sent[at]!) <= 1)).toBe(true);
      },
    ),
    { numRuns: 20 },
  );
});
