import { describe, expect, it } from 'vitest';
import { detectorCard, readDetectorCard } from './detector-card.ts';

describe('the card of the detector', () => {
  it('of this version can be read', () => {
    const { thresholds, minSpeechSeconds, maxSeconds } = detectorCard();
    expect(minSpeechSeconds).toBe(3);
    expect(maxSeconds).toBeGreaterThanOrEqual(minSpeechSeconds);
    for (const { reject, accept } of Object.values(thresholds)) expect(accept).toBeLessThan(reject);
  });

  const card = {
    version: 1,
    thresholds: { wide: { reject: 2, accept: -2 }, narrow: { reject: 1, accept: 1 } },
    minSpeechSeconds: 3,
    maxSeconds: 6,
  };
  it.each([
    ['accept above reject', { thresholds: { ...card.thresholds, narrow: { reject: 1, accept: 2 } } }],
    ['no number', { thresholds: { ...card.thresholds, wide: { reject: 1 } } }],
    ['no speech', { minSpeechSeconds: 0 }],
    ['no audio', { maxSeconds: 0.5 }],
  ])('is refused with %s', (_what, change) => {
    expect(() => readDetectorCard(JSON.stringify({ ...card, ...change }))).toThrow('detector.json');
    expect(readDetectorCard(JSON.stringify(card)).version).toBe('1');
  });
});
