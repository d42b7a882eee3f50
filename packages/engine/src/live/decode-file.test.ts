import { expect, it } from 'vitest';
import { DECODED_FORMAT, decodeFile } from './decode-file.ts';

const signal = new AbortController().signal;

async function decoded(bytes: Uint8Array, decode: Parameters<typeof decodeFile>[1]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of decodeFile(bytes, decode, signal)) parts.push(part);
  return Buffer.concat(parts);
}

it('gives the samples of a file as 16-bit PCM', async () => {
  const samples = Int16Array.from({ length: 40_000 }, (_, n) => 8000 * Math.sin(n / 20));
  const bytes = new Uint8Array(samples.buffer);
  const again = await decoded(bytes, { raw: DECODED_FORMAT });
  expect(again).toHaveLength(bytes.length);
  const differences = samples.map((sample, n) => Math.abs(sample - again.readInt16LE(2 * n)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
});

it('halves and doubles rates', async () => {
  const raw = { encoding: 'pcm', rate: 8000 } as const;
  expect(await decoded(new Uint8Array(16_000), { raw })).toHaveLength(32_000);
});

it('refuses what is no audio, with a reason for people', async () => {
  await expect(decoded(Buffer.from('no audio at all'), {})).rejects.toMatchObject({
    name: 'JobError',
    code: 'AUDIO_INVALID',
  });
});
