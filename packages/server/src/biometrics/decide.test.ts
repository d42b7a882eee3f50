import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, type Fraud } from './decide.ts';

const score = fc.double({ min: -1, max: 1, noNaN: true });
const threshold = fc.option(score, { nil: undefined });
const fraud = fc.constantFrom<Fraud>('detected', 'none', 'unknown');

describe('the decision', () => {
  it('is the table of the interface', () => {
    fc.assert(
      fc.property(score, threshold, fraud, (value, least, made) => {
        const { decision } = decide(value, least, made);
        const rejected = made === 'detected' || (least !== undefined && value < least);
        expect(decision).toBe(rejected ? 'REJECTED' : least === undefined ? 'UNDECIDED' : 'ACCEPTED');
      }),
    );
  });

  it('names what it is made of', () => {
    fc.assert(
      fc.property(score, threshold, fraud, (value, least, made) => {
        const { detail } = decide(value, least, made);
        expect(detail.biometric_decision).toBe(decide(value, least, 'none').decision);
        expect(detail.antispoofing_decision).toBe(
          { detected: 'REJECTED', none: 'ACCEPTED', unknown: 'UNDECIDED' }[made],
        );
      }),
    );
  });

  it('is REJECTED with another text than the expected one, and says the same of voice and fraud as without', () => {
    fc.assert(
      fc.property(score, threshold, fraud, (value, least, made) => {
        const wrongText = decide(value, least, made, true);
        expect(wrongText.decision).toBe('REJECTED');
        expect(wrongText.detail).toEqual(decide(value, least, made).detail);
      }),
    );
  });

  it('accepts the threshold itself, and nothing that fraud was found in', () => {
    expect(decide(0.5, 0.5, 'unknown').decision).toBe('ACCEPTED');
    expect(decide(0.4999, 0.5, 'unknown').decision).toBe('REJECTED');
    expect(decide(1, -1, 'detected').decision).toBe('REJECTED');
    expect(decide(1, undefined, 'detected').decision).toBe('REJECTED');
  });
});
