import type { InnerLayer } from '@locutor/graphs';
import { expect, test } from 'vitest';
import type { SoundReader } from './sound-reader.ts';
import { SoundReading } from './sound-reading.ts';
import { soundsLikeNothing } from './sounds-like-nothing.ts';

const SIGNS = ['', 'b', 'ʌ', 't'];
const inner = new Map<InnerLayer, Float32Array>();

/** Reads one sign a frame, nearly for certain. */
function readerOf(heard: readonly string[], certain = 0.97): SoundReader {
  const rows = heard.map((sign) =>
    SIGNS.map((each) => Math.log(each === sign ? certain : (1 - certain) / (SIGNS.length - 1))),
  );
  return {
    read: async () => new SoundReading(Float32Array.from(rows.flat()), SIGNS.length),
    numbersOf: (pronunciation: string) => [...pronunciation].map((sign) => SIGNS.indexOf(sign)),
  } as unknown as SoundReader;
}

test('a word that was said sounds like itself', async () => {
  const reader = readerOf(['', 'b', '', 'ʌ', 't', '']);
  expect(await soundsLikeNothing(reader, { inner, frames: 6 }, 'but')).toBe(false);
});

test('a word that was written for a noise sounds like nothing', async () => {
  const reader = readerOf(['', '', '', 'ʌ', '', '']);
  expect(await soundsLikeNothing(reader, { inner, frames: 6 }, 'but')).toBe(true);
});

test('nothing is known where there are no states to read', async () => {
  expect(await soundsLikeNothing(readerOf(['', '']), { frames: 2 }, 'but')).toBe(false);
});
