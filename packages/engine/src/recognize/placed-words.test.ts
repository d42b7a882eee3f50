import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Piece } from './piece.ts';
import { resultsOf } from './results.ts';
import { plainRequest } from './test-support/plain-request.ts';

/** A second of speech has two words; each side of a cut has its own idea of when. */
const WORDS_PER_SECOND = 2;

interface Cut {
  /** Seconds of speech before it. */
  seconds: number;
  /** Whether the rest is a piece of the same segment. */
  inner: boolean;
  /** Audio before the cut that the rest has too. */
  overlap: number;
  /** How far the words of a piece are from where they were said. */
  shift: number;
}

const cut = fc.record({
  seconds: fc.double({ min: 0.5, max: 5, noNaN: true }),
  inner: fc.boolean(),
  overlap: fc.constantFrom(0, 0.8, 2),
  shift: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
});

/** Pieces as the endpointer cuts them: each has some audio of the one before and behind it. */
function piecesOf(cuts: readonly Cut[]): Piece[] {
  let index = 0;
  let at = 1;
  return cuts.map(({ seconds, inner, overlap, shift }, place) => {
    if (place > 0 && !inner) index += 1;
    const [start, end] = [at, at + seconds];
    at = end;
    const audioStart = place > 0 ? Math.max(0, start - overlap) : start - 0.3;
    const audioEnd = end + 0.3;
    const within = (time: number) => Math.min(Math.max(time, audioStart), audioEnd);
    const first = Math.ceil(audioStart * WORDS_PER_SECOND);
    const words = Array.from({ length: Math.floor(audioEnd * WORDS_PER_SECOND) - first }, (_, n) => ({
      text: `w${first + n}`,
      score: 1,
      start: within((first + n) / WORDS_PER_SECOND + shift),
      end: within((first + n + 1) / WORDS_PER_SECOND + shift),
    }));
    const alternatives =
      words.length === 0 ? [] : [{ text: words.map((word) => word.text).join(' '), score: 1, words }];
    return {
      segment: {
        ...{ index, start, end, audioStart, speech: [{ start, end }] },
        ...(place > 0 && overlap > 0 && { overlapsUntil: start }),
      },
      audioEnd,
      outcome: {
        status: 'done' as const,
        language: 'en',
        alternatives,
        bound: alternatives.map((each) => ({ ...each, grammar: 0 })),
      },
    };
  });
}

test('words lie within their segment and never run backwards, wherever audio is cut', () => {
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 8 }), (cuts) => {
      const segments = resultsOf(piecesOf(cuts), { ...plainRequest(new Float32Array()), words: 'all' });
      for (const read of ['alternatives', 'bound'] as const) {
        let before = 0;
        for (const { start, end, [read]: found } of segments) {
          for (const { text, words } of found) {
            expect(words.map((word) => word.text).join(' ')).toBe(text);
            const times = words.flatMap((word) => [word.start, word.end]);
            const all = [before, start, ...times, end];
            expect(all).toEqual(all.toSorted((a, b) => a - b));
          }
          before = end;
        }
      }
    }),
  );
});
