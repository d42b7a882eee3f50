import { expect, it } from 'vitest';
import { speechBounds } from './speech-bounds.ts';

/** Seconds and levels, one after the other. */
function boundsOf(sounds: readonly [number, number][], audible?: number): string[] {
  const samples = sounds.flatMap(([seconds, level]) =>
    Array.from({ length: 16_000 * seconds }, (_, n) => level * Math.sin(n)),
  );
  const { start, end } = speechBounds(Float32Array.from(samples), audible);
  return [start, end].map((each) => each.toFixed(2));
}

const quiet = 0.001;

it('counts the soft sound before and after a syllable as speech', () => {
  expect(
    boundsOf([
      [0.2, quiet],
      [0.1, 0.1],
      [0.2, 1],
      [0.1, 0.1],
      [0.4, 0.04],
    ]),
  ).toEqual(['0.20', '0.60']);
});

it('reaches across a closure, as in "stop"', () => {
  expect(
    boundsOf([
      [0.2, quiet],
      [0.1, 0.1],
      [0.05, quiet],
      [0.2, 1],
      [0.05, quiet],
      [0.02, 0.1],
    ]),
  ).toEqual(['0.20', '0.62']);
});

it('leaves out a breath before the first word and a click after the last', () => {
  expect(
    boundsOf([
      [0.1, quiet],
      [0.3, 0.1],
      [0.2, quiet],
      [0.3, 1],
      [0.2, quiet],
      [0.02, 1],
      [0.1, quiet],
    ]),
  ).toEqual(['0.60', '0.90']);
});

it('leaves out soft sound that the noise of the line drowns', () => {
  const clip: [number, number][] = [
    [0.2, 0.0001],
    [0.1, 0.002],
    [0.2, 0.02],
  ];
  expect(boundsOf(clip)).toEqual(['0.20', '0.50']);
  expect(boundsOf(clip, 0.004)).toEqual(['0.30', '0.50']);
});

it('takes the loudest sound where nothing lasts', () => {
  expect(
    boundsOf([
      [0.1, quiet],
      [0.02, 1],
      [0.1, quiet],
    ]),
  ).toEqual(['0.10', '0.12']);
});
