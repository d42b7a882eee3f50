/** Every encoder of every catalog, as another program sees what it produces. */
import { readFileSync } from 'node:fs';
import { createEncoder, decodeAudio, type EncodedFormat } from '@locutor/audio';
import { describe, expect, it } from 'vitest';
import { bestDelay } from '../packages/audio/test/signal.ts';
import { encoderCatalog } from '../packages/server/src/operations/encoders/catalog.ts';
import { formatOf } from '../packages/server/src/operations/encoders/encoded-format.ts';
import { codecName, findWithFfmpeg, findWithOurs, hasFfmpeg } from './support/encoded-audio.ts';

if (!hasFfmpeg)
  console.log('ffprobe and ffmpeg are not on the PATH: the encoders are checked by our own decoders');

const sentence = readFileSync(new URL('./fixtures/sentence.flac', import.meta.url));

/** By how many samples a codec may delay, how many it may add at the end, and how like its input it must be. */
function bounds({
  codec,
  bitsPerSample,
  sampleRate,
}: EncodedFormat): [delay: number, added: number, like: number] {
  if (codec === 'flac') return [0, 0, 0.999_999];
  if (codec === 'pcm' || codec === 'wav') return [0, 0, bitsPerSample === 8 ? 0.99 : 0.999_999];
  if (codec === 'alaw') return [0, 0, 0.998];
  if (codec === 'mp2') return [481, 1152, 0.95];
  if (codec === 'mp3') return [1105, 1152, 0.95];
  return [Math.ceil(sampleRate / 1000), 0, 0.9];
}

describe.each(['A', 'B', 'C'] as const)('catalog %s', (catalog) => {
  it.each(encoderCatalog(catalog))('$name', async (entry) => {
    const format = formatOf(entry);
    const { samples: speech } = await decodeAudio(sentence, { rate: format.sampleRate });
    const encoder = await createEncoder(format);
    const bytes = Buffer.concat([encoder.write(speech), encoder.end()]);
    const found = hasFfmpeg ? findWithFfmpeg(bytes, format) : await findWithOurs(bytes, format);
    // Opus has no rate of its own: decoders play it at 48 kHz, and only its header remembers the input's.
    const rate = format.codec === 'opus' ? 48_000 : Number(entry.sampleRate);
    if (format.codec === 'opus') expect(bytes.readUInt32LE(40)).toBe(Number(entry.sampleRate));
    expect(found).toMatchObject({ codec: codecName(format), rate, channels: entry.channels });

    const [delay, added, like] = bounds(format);
    for (const samples of found.planes) {
      expect(samples.length).toBeGreaterThanOrEqual(speech.length);
      expect(samples.length - speech.length).toBeLessThanOrEqual(delay + added);
      // A second of it is enough to see the delay.
      const [from, to] = [format.sampleRate, 2 * format.sampleRate];
      const { correlation } = bestDelay(samples.subarray(from, to + delay), speech.subarray(from, to), delay);
      expect(correlation).toBeGreaterThan(like);
    }
  });
});
