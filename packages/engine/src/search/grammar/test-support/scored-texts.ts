import type { SegmentSearch } from '../../segment-search.ts';

/** A segment in which each text is one token, as probable as said; all others hardly ever. */
export function segmentWith(scores: Readonly<Record<string, number>>, language = 'en'): SegmentSearch {
  const texts = Object.keys(scores);
  const size = texts.length + 2;
  const logProbs = Float32Array.from({ length: size }, (_, token) => scores[texts[token - 1]!] ?? -100);
  const ends = new Float32Array(size * 20);
  return {
    model: {
      shape: { vocabulary: size, endToken: 0 },
      vocabulary: {
        encode: (text: string) => [texts.includes(text) ? texts.indexOf(text) + 1 : size - 1],
        decode: ([token]: readonly number[]) => texts[token! - 1] ?? '',
      },
    },
    run: { begin: () => {}, prompt: async () => logProbs, step: async () => ends },
    encoded: {},
    language,
    prompt: [],
    checkpoint: async () => {},
  } as unknown as SegmentSearch;
}
