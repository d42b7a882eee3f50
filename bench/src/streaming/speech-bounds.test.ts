import { expect, it } from 'vitest';
import { speechBounds } from './speech-bounds.ts';

it('finds the sound within 25 dB of the loudest', () => {
  const levels: [number, number][] = [
    [0.2, 0.001],
    [0.3, 0.1],
    [0.1, 0.001],
    [0.2, 1],
    [0.4, 0.04],
  ];
  const samples = levels.flatMap(([seconds, level]) =>
    Array.from({ length: 16_000 * seconds }, (_, n) => level * Math.sin(n)),
  );
  const { start, end } = speechBounds(Float32Array.from(samples));
  expect([start, end].map((each) => each.toFixed(2))).toEqual(['0.20', '0.80']);
});
