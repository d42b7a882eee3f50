import { readFileSync } from 'node:fs';
import { decodeAudio, joinSamples } from '@locutor/audio';

const fixtures = new URL('../../../test/fixtures/', import.meta.url);
const names = ['sentence.flac', 'portuguese.opus', 'digits.flac', 'pizza.opus', 'transfer-pt.opus'];

/** The synthetic speech of the end-to-end tests, over and over, for this long. */
export async function speech(rate: number, seconds: number): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const name of names) {
    const bytes = readFileSync(new URL(name, fixtures));
    parts.push((await decodeAudio(bytes, { rate })).samples);
  }
  const once = joinSamples(parts);
  return Float32Array.from({ length: rate * seconds }, (_, i) => once[i % once.length]!);
}
