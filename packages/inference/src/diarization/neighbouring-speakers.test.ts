import { describe, expect, test } from 'vitest';
import { byNeighbour, withSecondSpeakers } from './neighbouring-speakers.ts';
import type { Piece } from './piece.ts';

const voice = { embedding: new Float32Array(1), narrow: false };
const alone = (from: number, to: number, local: number, window = 0): Piece => ({
  from,
  to,
  window,
  local,
  alone: true,
  activity: 1,
  voice,
});
const beside = (from: number, to: number, local: number): Piece => ({
  ...alone(from, to, local),
  alone: false,
  voice: undefined,
});
const by = (speaker: number, sure = 1) => ({ speaker, sure });

describe('a piece without a voice', () => {
  const [first, second, far] = [alone(0, 50, 0), alone(100, 150, 1), alone(400, 450, 0, 250)];
  const known = new Map([
    [first, by(3)],
    [second, by(5)],
    [far, by(7)],
  ]);

  test('is of the local speaker who is known from the same window', () => {
    expect(byNeighbour(beside(90, 120, 0), known)).toEqual(by(3, 0.5));
    expect(byNeighbour(beside(10, 20, 1), known)).toEqual(by(5, 0.5));
  });

  test('is of the nearest speaker if it is alone, and otherwise of nobody', () => {
    expect(byNeighbour(alone(380, 390, 2, 250), known)).toEqual(by(7, 0.5));
    expect(byNeighbour(beside(380, 390, 2), known)).toBeUndefined();
  });
});

describe('two who speak at once', () => {
  const pieces = [
    alone(0, 50, 0),
    beside(50, 70, 0),
    beside(50, 70, 1),
    alone(90, 150, 1),
    alone(200, 250, 2),
  ];

  test('are left as they are if they are two speakers', () => {
    const assigned = [by(0), by(0), by(1), by(1), by(2)];
    expect(withSecondSpeakers(pieces, assigned)).toEqual(assigned);
  });

  test('are two people: the second is whoever else speaks next', () => {
    const taken = [by(0), by(0), by(0), by(4), by(2)];
    expect(withSecondSpeakers(pieces, taken)[2]).toEqual(by(4, 0.25));
    expect(withSecondSpeakers(pieces, taken.with(2, undefined as never))[2]).toEqual(by(4, 0.25));
  });

  test('are one where there is nobody else', () => {
    const same = pieces.map(() => by(0));
    expect(withSecondSpeakers(pieces, same)).toEqual(same);
  });
});
