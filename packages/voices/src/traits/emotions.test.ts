import { type EmotionScores, emotions } from '@locutor/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emotionGroups, likeliest, meanScores, scoresOf } from './emotions.ts';

const anyScores = fc
  .array(fc.double({ min: 0.001, max: 1, noNaN: true }), {
    minLength: emotions.length,
    maxLength: emotions.length,
  })
  .map((values): EmotionScores => {
    const whole = values.reduce((sum, value) => sum + value, 0);
    return scoresOf((emotion) => values[emotions.indexOf(emotion)]! / whole);
  });

test('every emotion is in one group', () => {
  expect(Object.values(emotionGroups).flat().toSorted()).toEqual([...emotions].toSorted());
});

test('the likeliest has the highest score', () => {
  fc.assert(
    fc.property(anyScores, (scores) => {
      expect(scores[likeliest(scores)]).toBe(Math.max(...Object.values(scores)));
    }),
  );
});

test('scores of several parts together are scores again, between those of the parts', () => {
  const anyParts = fc.array(
    fc.record({ scores: anyScores, weight: fc.double({ min: 0, max: 30, noNaN: true }) }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(anyParts, (parts) => {
      const mean = meanScores(parts)!;
      const sum = Object.values(mean).reduce((all, value) => all + value, 0);
      expect(sum).toBeCloseTo(1, 9);
      for (const emotion of emotions) {
        const own = parts.map(({ scores }) => scores[emotion]);
        expect(mean[emotion]).toBeGreaterThanOrEqual(Math.min(...own) - 1e-9);
        expect(mean[emotion]).toBeLessThanOrEqual(Math.max(...own) + 1e-9);
      }
    }),
  );
});

test('a part counts by its weight, and no parts have no scores', () => {
  const sure = (which: string) => scoresOf((emotion) => (emotion === which ? 1 : 0));
  const mean = meanScores([
    { scores: sure('happy'), weight: 3 },
    { scores: sure('sad'), weight: 1 },
  ]);
  expect(mean).toEqual({ ...sure('none'), happy: 0.75, sad: 0.25 });
  expect(meanScores([])).toBeUndefined();
});
