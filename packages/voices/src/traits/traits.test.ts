import type { SegmentVoice } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyStates, anyVoice, unitOf } from '../test-support/trait-voices.ts';
import { VOICE, writeVoice } from '../voice.ts';
import { ageGroups, tens } from './age.ts';
import { unitFloats } from './segment-voice.ts';
import { Traits } from './traits.ts';

const traits = Traits.load();

describe('an estimate', () => {
  test.each([
    ['embedded', anyVoice()],
    ['of encoder states', anyStates()],
  ] as [string, fc.Arbitrary<SegmentVoice>][])(
    'of any voice, %s, has probabilities that are some',
    (_, any) => {
      fc.assert(
        fc.property(any, (voice) => {
          const { female, gender } = traits.gender(voice);
          expect(female).toBeGreaterThanOrEqual(0);
          expect(female).toBeLessThanOrEqual(1);
          if (gender !== 'UNKNOWN') expect(gender).toBe(female >= 0.5 ? 'FEMALE' : 'MALE');
          const age = traits.age(voice);
          expect(ageGroups).toContain(age.group);
          expect(age.years).toBeGreaterThan(5);
          expect(age.years).toBeLessThan(85);
          expect(age.confidence).toBeGreaterThan(0);
          expect(age.confidence).toBeLessThanOrEqual(1);
          expect(age.tens).toHaveLength(tens.length);
          expect(age.tens.every((share) => share >= 0)).toBe(true);
          expect(age.tens.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
        }),
        { numRuns: 50 },
      );
    },
  );

  test('of too little speech is not given', () => {
    fc.assert(
      fc.property(fc.oneof(anyVoice(), anyStates()), (voice) => {
        const short = { ...voice, speech: 0.4 };
        expect(traits.gender(short).gender).toBe('UNKNOWN');
        expect(traits.age(short).certain).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  test('of an embedded voice needs the views that its head was fitted on', () => {
    expect(() => traits.age({ speech: 3, slow: unitOf(1) })).toThrow(TypeError);
    expect(() => traits.gender({ speech: 3 })).toThrow(TypeError);
  });
});

describe('segments', () => {
  const voice = (seed: number, speech = 1): SegmentVoice => {
    const slow = unitOf(seed);
    return { speech, slow, direction: slow };
  };
  /** Mostly the same numbers. */
  const near = (seed: number, other: number): SegmentVoice => {
    const noise = unitOf(other);
    const slow = unitFloats(unitOf(seed).map((value, n) => value + 0.1 * noise[n]!));
    return { speech: 1, slow, direction: slow };
  };

  test('of one voice are pooled, others are not', () => {
    const [a, b, c] = traits.pooled([{ voice: voice(1) }, { voice: near(1, 5) }, { voice: voice(99) }]);
    expect(a).toBe(b);
    expect(a!.speech).toBe(2);
    expect(c!.speech).toBe(1);
  });

  test('of more voices than are kept apart are pooled with those that are most alike', () => {
    const pooled = traits.pooled(Array.from({ length: 200 }, (_, n) => ({ voice: voice(n + 1) })));
    expect(new Set(pooled).size).toBe(64);
    expect([...new Set(pooled)].reduce((sum, { speech }) => sum + speech, 0)).toBeCloseTo(200);
  });

  test('without a direction cannot be grouped', () => {
    const alone = { speech: 1, slow: unitOf(1) };
    expect(traits.pooled([{ voice: alone }])).toEqual([alone]);
    expect(() => traits.pooled([{ voice: alone }, { voice: alone }])).toThrow(TypeError);
  });

  test('of one named speaker are pooled however they sound', () => {
    const pooled = traits.pooled([
      { voice: voice(1), speaker: '1' },
      { voice: near(1, 7), speaker: '2' },
      { voice: voice(99), speaker: '1' },
    ]);
    expect(pooled.map(({ speech }) => speech)).toEqual([2, 1, 2]);
  });

  test('come back in their order, each in one group', () => {
    const some = fc.array(fc.tuple(anyVoice(), fc.option(fc.constantFrom('a', 'b'), { nil: undefined })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(some, (segments) => {
        const given = segments.map(([each, speaker]) => ({
          voice: each,
          ...(speaker !== undefined && { speaker }),
        }));
        const pooled = traits.pooled(given);
        expect(pooled).toHaveLength(segments.length);
        const total = [...new Set(pooled)].reduce((sum, { speech }) => sum + speech, 0);
        expect(total).toBeCloseTo(segments.reduce((sum, [{ speech }]) => sum + speech, 0));
      }),
      { numRuns: 30 },
    );
  });
});

describe('utterances', () => {
  test('are pooled by their speech; those without a voice do not count', () => {
    const embedding = new Float32Array(VOICE);
    embedding[0] = 1;
    embedding[VOICE - 1] = 1;
    const voice = writeVoice([{ speech: 2, narrow: false, embedding }]);
    const pooled = traits.voiceOf([{ voice }, {}, { voice }])!;
    expect(pooled.speech).toBe(4);
    expect(pooled.full![0]).toBeCloseTo(1);
    expect(pooled.slow!.at(-1)).toBeCloseTo(1);
    expect(traits.voiceOf([{}])).toBeUndefined();
  });
});
