import type { SegmentSearch } from '../../segment-search.ts';

/** A segment in which each text is one token, as probable as said; all others hardly ever. */
export function segmentWith(scores: Readonly<Record<string, number>>, language = 'en'): SegmentSearch {
  const texts = Object.keys(scores);
  return {
    model: {
      vocabulary: {
        encode: (text: string) => [texts.indexOf(text) + 1],
        decode: ([token]: readonly number[]) => texts[token! - 1] ?? '',
      },
    },
    run: {
      begin: () => {},
      logProbsOf: async (_: unknown, [token]: readonly number[]) => [scores[texts[token! - 1]!] ?? -100, 0],
    },
    encoded: {},
    language,
    prompt: [],
    checkpoint: async () => {},
  } as unknown as SegmentSearch;
}
