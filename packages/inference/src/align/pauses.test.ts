import { describe, expect, test } from 'vitest';
import { pauseScores } from './pauses.ts';

/** Half a second at each level. */
function steps(...levels: number[]): Float32Array {
  return Float32Array.from({ length: levels.length * 8000 }, (_, at) => {
    return levels[Math.floor(at / 8000)]! * Math.sin(at * 0.2);
  });
}

/** In the middle of each half second. */
function halves(scores: Float32Array): number[] {
  return Array.from({ length: scores.length / 50 }, (_, half) => scores[half * 50 + 25]!);
}

describe('pause scores', () => {
  test('tell sound from silence at any level', () => {
    for (const gain of [1, 0.1, 0.03]) {
      const signs = halves(pauseScores(steps(0, 0.3 * gain, 0.0005 * gain, 0.03 * gain), [])).map(Math.sign);
      expect(signs).toEqual([1, -1, 1, -1]);
    }
  });

  test('take the softest sound for the background, not the silence that short audio is set in', () => {
    const scores = halves(pauseScores(steps(0, 0, 0.005, 0.3, 0.005, 0, 0), []));
    expect(scores.map(Math.sign)).toEqual([1, 1, 1, -1, 1, 1, 1]);
  });

  test('follow the voice detector a little near speech, and against loudness far from it', () => {
    const audio = steps(0.0001, 0.3, 0.0001, 0.3);
    const plain = halves(pauseScores(audio, []));
    const spoken = halves(pauseScores(audio, [{ start: 0, end: 1 }]));
    expect(spoken.map((score, at) => score - plain[at]!)).toEqual([-0.5, -0.5, 0.5, 3]);
    expect(spoken.map(Math.sign)).toEqual([1, -1, 1, 1]);
  });

  test('take noise around speech for the background, though there is silence farther off', () => {
    const audio = steps(0.00001, 0.00001, 0.01, 0.3, 0.01, 0.00001, 0.00001);
    const speech = [{ start: 1.4, end: 2.1 }];
    expect(halves(pauseScores(audio, speech)).map(Math.sign)).toEqual([1, 1, 1, -1, 1, 1, 1]);
  });
});
