import { expect, it } from 'vitest';
import { SpeechOnset } from './speech-onset.ts';

/** The windows that are reported, of windows with a probability, and the segment that they are in. */
function reported(windows: readonly (readonly [probability: number, segment?: number])[]): number[] {
  const onset = new SpeechOnset();
  return windows.flatMap(([probability, segment], n) =>
    onset.push({ probability, isSpeech: probability >= 0.5 }, segment) ? [n] : [],
  );
}

const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

it('reports the first clear window, before there is a segment, and once', () => {
  expect(reported([[0.1], [0.9], [0.9, 0], [0.9, 0], [0.1, 0]])).toEqual([1]);
});

it('reports doubtful speech when it has lasted, or becomes clear', () => {
  expect(reported([[0.52], ...times(6, [0.52, 0] as const)])).toEqual([4]);
  expect(reported([[0.52], [0.52, 0], [0.7, 0], [0.7, 0]])).toEqual([2]);
  expect(reported([[0.52], [0.52, 0], [0.2, 0], [0.52, 0], [0.1, 0]])).toEqual([]);
});

it('reports every segment, and speech that goes on after a cut', () => {
  expect(reported([[0.9], [0.9, 0], [0.1, 0], [0.1], [0.9], [0.9, 1]])).toEqual([0, 4]);
  expect(reported([[0.9], [0.9, 0], [0.52, 1], [0.9, 1]])).toEqual([0, 2]);
});

it('forgets a start that no segment follows', () => {
  expect(reported([[0.9], ...times(10, [0.1] as const), [0.9]])).toEqual([0]);
  expect(reported([[0.9], ...times(32, [0.1] as const), [0.9]])).toEqual([0, 33]);
});

it('reports a doubtful segment that turned out to be speech', () => {
  const onset = new SpeechOnset();
  expect(onset.confirm()).toBe(false);
  expect(onset.push({ probability: 0.52, isSpeech: true }, 0)).toBe(false);
  expect([onset.confirm(), onset.confirm()]).toEqual([true, false]);
});
