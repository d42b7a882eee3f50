import { expect, test } from 'vitest';
import { bytesHeld } from '../../test/bytes-held.ts';
import { sine } from '../../test/signal.ts';
import { createEncoder } from './create-encoder.ts';
import type { EncodedFormat } from './format.ts';

const codecs: EncodedFormat['codec'][] = ['pcm', 'flac', 'mp3', 'opus', 'mp2'];
const samples = sine(300, 16_000, 0.3, 0.5);

/** Half of them are ended, half given up. */
async function encodeMany(codec: EncodedFormat['codec'], count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const encoder = await createEncoder({ codec, sampleRate: 16_000, channels: 1, bitsPerSample: 16 });
    encoder.write(samples);
    if (i % 2 === 0) encoder.end();
    else encoder.free();
  }
}

// An encoder that was not freed holds 20 KB (Opus) and more, one of MP3 megabytes.
test.each(codecs)('nothing stays behind after hundreds of encoders of %s', async (codec) => {
  await encodeMany(codec, 20);
  const before = await bytesHeld();
  await encodeMany(codec, codec === 'mp3' ? 100 : 300);
  const grown = (await bytesHeld()) - before;
  expect(grown).toBeLessThan(3e6);
});
