import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeSpoofing, type ScoredUtterance } from './judge.ts';

const plan = {
  enabled: true,
  thresholds: { wide: { reject: 2, accept: -2 }, narrow: { reject: 4, accept: 0 } },
  minSpeechSeconds: 3,
};
const said = (speech: number, score: number, band: 'wide' | 'narrow' = 'wide'): ScoredUtterance => ({
  speech,
  spoofing: { score, band },
});

describe('utterances', () => {
  it.each([
    [2, 'detected'],
    [1.999, 'unknown'],
    [-1.999, 'unknown'],
    [-2, 'none'],
  ])('with a score of %f are judged by the thresholds: %s', (score, fraud) => {
    expect(judgeSpoofing([said(3, score)], plan)).toEqual({ fraud, score });
  });

  it('have the thresholds of their bandwidth', () => {
    expect(judgeSpoofing([said(3, 3, 'narrow')], plan).fraud).toBe('unknown');
    expect(judgeSpoofing([said(3, 0, 'narrow')], plan).fraud).toBe('none');
    // In the middle of both bandwidths 3 is the threshold.
    expect(judgeSpoofing([said(2, 3), said(2, 3, 'narrow')], plan).fraud).toBe('detected');
    expect(judgeSpoofing([said(2, 3), said(3, 3, 'narrow')], plan).fraud).toBe('unknown');
  });

  it('weigh as much as they have speech', () => {
    expect(judgeSpoofing([said(9, -5), said(1, 5)], plan)).toEqual({ fraud: 'none', score: -4 });
    expect(judgeSpoofing([said(1, -5), said(9, 5)], plan)).toEqual({ fraud: 'detected', score: 4 });
  });

  it('with too little speech are not judged, but keep their score', () => {
    expect(judgeSpoofing([said(2.9, 9)], plan)).toEqual({ fraud: 'unknown', score: 9 });
    expect(judgeSpoofing([said(1.5, 9), said(1.5, 9)], plan).fraud).toBe('detected');
    // What was too short for the detector does not count.
    expect(judgeSpoofing([said(2.9, 9), { speech: 0.9 }], plan).fraud).toBe('unknown');
  });

  it('are not judged without a score, or when the check is off', () => {
    expect(judgeSpoofing([], plan)).toEqual({ fraud: 'unknown' });
    expect(judgeSpoofing([{ speech: 10 }], plan)).toEqual({ fraud: 'unknown' });
    expect(judgeSpoofing([said(10, 9)], { ...plan, enabled: false })).toEqual({ fraud: 'unknown' });
  });

  it('have a score between those of the parts, in any order, and a higher one is never judged better', () => {
    const utterance = fc
      .record({
        speech: fc.double({ min: 0.2, max: 20, noNaN: true }),
        score: fc.double({ min: -20, max: 20, noNaN: true }),
        band: fc.constantFrom('wide', 'narrow'),
      })
      .map(({ speech, score, band }) => said(speech, score, band as 'wide'));
    const severity = { none: 0, unknown: 1, detected: 2 };
    fc.assert(
      fc.property(fc.array(utterance, { minLength: 1, maxLength: 6 }), (all) => {
        const judged = judgeSpoofing(all, plan);
        const scores = all.map(({ spoofing }) => spoofing!.score);
        expect(judged.score).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-4);
        expect(judged.score).toBeLessThanOrEqual(Math.max(...scores) + 1e-4);
        expect(judgeSpoofing(all.toReversed(), plan).score).toBeCloseTo(judged.score!, 3);
        const worse = all.map((each) => said(each.speech, each.spoofing!.score + 1, each.spoofing!.band));
        const speech = all.reduce((sum, each) => sum + each.speech, 0);
        if (speech >= plan.minSpeechSeconds) {
          expect(severity[judgeSpoofing(worse, plan).fraud]).toBeGreaterThanOrEqual(severity[judged.fraud]);
        }
      }),
    );
  });
});
