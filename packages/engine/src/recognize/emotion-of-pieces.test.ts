import { scoresOf } from '@locutor/voices';
import { expect, test } from 'vitest';
import type { Piece } from './piece.ts';
import { resultsOf } from './results.ts';
import { plainRequest } from './test-support/plain-request.ts';

const request = plainRequest(new Float32Array());

const sure = (which: string) => scoresOf((emotion) => (emotion === which ? 1 : 0));

function piece(index: number, start: number, end: number, said: string, emotion?: string): Piece {
  const alternatives = said === '' ? [] : [{ text: said, score: 0.9, words: [] }];
  return {
    segment: { index, start, end, audioStart: start, speech: [{ start, end }] },
    audioEnd: end,
    outcome: {
      status: 'done',
      language: 'en',
      alternatives,
      bound: [],
      ...(emotion !== undefined && { emotion: sure(emotion) }),
    },
  };
}

test('pieces of one segment count by their speech, and other segments have their own', () => {
  const [first, second] = resultsOf(
    [piece(0, 0, 3, 'a', 'angry'), piece(0, 3, 4, 'b', 'calm'), piece(1, 6, 8, 'c', 'sad')],
    request,
  );
  expect(first!.emotion).toEqual({ ...sure('none'), angry: 0.75, calm: 0.25 });
  expect(second!.emotion).toEqual(sure('sad'));
});

test('nothing said, or nothing asked, has no emotion', () => {
  const [silent, unasked] = resultsOf([piece(0, 0, 3, ''), piece(1, 6, 8, 'c')], request);
  expect(silent).not.toHaveProperty('emotion');
  expect(unasked).not.toHaveProperty('emotion');
});
