import type { FoundSegment } from '@locutor/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vowel } from '../../test/vowel.ts';
import { filledClip } from './filled-clip.ts';

const word: FoundSegment = {
  index: 0,
  start: 0,
  end: 0.3,
  audioStart: 0,
  audioEnd: 0.31,
  speech: [{ start: 0.03, end: 0.1 }],
  whole: true,
};

const samples = () => new Float32Array(4960);

test('a short clip that may be speech is a segment as a whole', () => {
  expect(filledClip([], { seconds: 0.31, clearest: 0.44, mean: 0.2, samples })).toMatchObject([
    { start: 0, end: 0.31, audioStart: 0, audioEnd: 0.31, speech: [{ start: 0, end: 0.31 }], whole: true },
  ]);
});

test('one that is likely to be speech throughout is not doubted', () => {
  const reading = { seconds: 0.31, clearest: 0.44, mean: 0.34, samples };
  expect(filledClip([], reading)).toMatchObject([{ start: 0, end: 0.31, whole: false }]);
  expect(filledClip([word], reading)).toEqual([{ ...word, whole: false }]);
});

test('nor is a voiced one where that is less likely', () => {
  const reading = { seconds: 0.31, clearest: 0.3, mean: 0.2 };
  expect(filledClip([], { ...reading, samples: () => vowel(120, 0.31) })).toMatchObject([{ whole: false }]);
  expect(filledClip([], { ...reading, samples })).toEqual([]);
});

test('in long clips and improbable ones is what was found', () => {
  const probability = () => fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.constantFrom<FoundSegment[]>([], [word]),
      fc.double({ min: 0, max: 2, noNaN: true }),
      probability(),
      probability(),
      (found, seconds, clearest, share) => {
        const mean = clearest * share;
        const own = filledClip(found, { seconds, clearest, mean, samples });
        if (seconds >= 0.6 || clearest < 0.25) expect(own).toEqual(found);
        const more = filledClip(found, { seconds, clearest: Math.min(1, clearest + 0.2), mean, samples });
        expect(more.length).toBeGreaterThanOrEqual(own.length);
      },
    ),
  );
});
