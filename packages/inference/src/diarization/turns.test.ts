import { describe, expect, test } from 'vitest';
import type { Piece } from './piece.ts';
import { turnsOf } from './turns.ts';

const piece = (from: number, to: number, activity = 1): Piece => ({
  from,
  to,
  window: 0,
  local: 0,
  alone: true,
  activity,
  voice: undefined,
});

describe('turns', () => {
  test('join the pieces of a speaker over short pauses', () => {
    const pieces = [piece(0, 50), piece(60, 100), piece(150, 200)];
    const turns = turnsOf(pieces, [
      { speaker: 0, sure: 1 },
      { speaker: 0, sure: 0.5 },
      { speaker: 0, sure: 1 },
    ]);
    expect(turns).toEqual([
      { start: 0, end: 2, speaker: 0, confidence: 70 / 90 },
      { start: 3, end: 4, speaker: 0, confidence: 1 },
    ]);
  });

  test('go on over a breath unless somebody else speaks in it', () => {
    const pieces = [piece(0, 50), piece(80, 100), piece(105, 110), piece(125, 150)];
    const speakers = [0, 0, 1, 0].map((speaker) => ({ speaker, sure: 1 }));
    expect(turnsOf(pieces, speakers)).toEqual([
      { start: 0, end: 2, speaker: 0, confidence: 1 },
      { start: 2.1, end: 2.2, speaker: 1, confidence: 1 },
      { start: 2.5, end: 3, speaker: 0, confidence: 1 },
    ]);
  });

  test('of two may overlap, and are numbered in the order of speech', () => {
    const pieces = [piece(50, 100), piece(0, 60, 0.5)];
    const turns = turnsOf(pieces, [
      { speaker: 3, sure: 1 },
      { speaker: 7, sure: 1 },
    ]);
    expect(turns).toEqual([
      { start: 0, end: 1.2, speaker: 0, confidence: 0.5 ** 0.3 },
      { start: 1, end: 2, speaker: 1, confidence: 1 },
    ]);
  });

  test('leave out what nobody is known to say, and what is too short', () => {
    expect(turnsOf([piece(0, 50), piece(60, 62)], [undefined, { speaker: 0, sure: 1 }])).toEqual([]);
  });
});
