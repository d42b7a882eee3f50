import { describe, expect, it } from 'vitest';
import { type EncoderInfo, encoderCatalog } from './catalog.ts';

/** The interface's tables once more, expanded by loops of their own and not by the code under test. */
const HERTZ = { '8k': '8000', '16k': '16000', '22k': '22050', '24k': '24000' } as const;
type Rate = keyof typeof HERTZ;

function expand(
  codec: string,
  rates: Rate[],
  bitrates: number[],
  layouts: ('mono' | 'stereo')[] = ['mono'],
): EncoderInfo[] {
  const entries: EncoderInfo[] = [];
  for (const rate of rates) {
    for (const bitrate of bitrates) {
      for (const layout of layouts) {
        const name = [codec, rate, `${bitrate}kbps`, layout].join('/');
        entries.push({
          name,
          codec,
          sampleRate: HERTZ[rate],
          bitsPerSample: 16,
          channels: layout === 'mono' ? 1 : 2,
        });
      }
    }
  }
  return entries;
}

const both: ('mono' | 'stereo')[] = ['mono', 'stereo'];
const A = [
  ...expand('flac', ['16k', '22k'], [24, 32, 64]),
  ...expand('flac', ['8k'], [12, 16, 32]),
  ...expand('mp2', ['16k', '22k'], [24, 32, 64]),
  ...expand('mp3', ['16k', '22k'], [24, 32, 64]),
  ...expand('mp3', ['8k'], [12, 16, 32]),
  ...expand('pcm', ['16k'], [256, 512], both),
  ...expand('pcm', ['22k'], [352], both),
  ...expand('pcm', ['8k'], [128, 256], both),
  ...expand('wav', ['16k'], [256, 352], both),
  ...expand('wav', ['22k'], [256, 352], both),
  ...expand('wav', ['8k'], [128], both),
];
const linear = (codec: string) => [
  ...expand(codec, ['8k'], [128]),
  ...expand(codec, ['16k'], [256]),
  ...expand(codec, ['22k'], [352]),
  ...expand(codec, ['24k'], [384]),
];
const B = [
  ...expand('flac', ['16k', '22k', '24k'], [16, 24, 32]),
  ...expand('mp3', ['16k', '22k', '24k'], [16, 24, 32, 64]),
  ...expand('opus', ['8k', '16k', '24k'], [12, 16, 24, 32]),
  ...linear('pcm'),
  ...linear('wav'),
];
const C = (
  [
    ['alaw', 8000, 8],
    ['alaw', 16000, 8],
    ['wav', 8000, 8],
    ['wav', 8000, 16],
    ['wav', 16000, 16],
    ['pcm', 8000, 8],
    ['pcm', 8000, 16],
    ['pcm', 16000, 16],
  ] as const
).flatMap(([codec, sampleRate, bitsPerSample]) =>
  [1, 2].map((channels) => ({
    name: `${codec}/${sampleRate}/${bitsPerSample}/${channels}`,
    codec,
    sampleRate,
    bitsPerSample,
    channels,
  })),
);

describe.each([
  ['A', A, 44],
  ['B', B, 41],
  ['C', C, 16],
] as const)('catalog %s', (name, expected, count) => {
  const catalog = encoderCatalog(name);

  it(`has ${count} entries, each name once`, () => {
    expect(catalog).toHaveLength(count);
    expect(new Set(catalog.map((entry) => entry.name)).size).toBe(count);
  });

  it('is the table of the interface, entry by entry and in its order', () => {
    expect(catalog).toEqual(expected);
  });
});
