import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rate, readRate } from '../common/rate.ts';
import { RateLimiter } from './rate-limit.ts';

const rates = fc
  .tuple(
    fc.integer({ min: 1, max: 500 }),
    fc.constantFrom('second', 'minute', 'hour'),
    fc.integer({ min: 1, max: 20 }),
  )
  .map(([times, unit, burst]) => readRate(`${times}/${unit} burst ${burst}`) as Rate);

/** Arrivals in units of the rate's own interval: many at once, some at its pace, some after a rest. */
const gaps = fc.array(fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 5, noNaN: true })), {
  maxLength: 120,
});

function clocked(callers?: number) {
  const clock = { ms: 0 };
  return { clock, limiter: new RateLimiter(() => clock.ms, callers) };
}

describe('the rate limiter', () => {
  it('lets no more than the burst and the rate times the time pass, in any window', () => {
    fc.assert(
      fc.property(rates, gaps, (rate, waits) => {
        const { clock, limiter } = clocked();
        const passed: number[] = [];
        for (const wait of waits) {
          clock.ms += wait * rate.everyMs;
          if (limiter.waitMs('a', rate) === 0) passed.push(clock.ms);
        }
        for (let first = 0; first < passed.length; first++) {
          for (let last = first; last < passed.length; last++) {
            const most = rate.burst + (passed[last]! - passed[first]!) / rate.everyMs;
            // A thousandth of a request is what the limiter leaves to rounding.
            expect(last - first + 1).toBeLessThanOrEqual(most + 0.0011);
          }
        }
      }),
    );
  });

  it('never refuses a client that keeps its pace, however late it started', () => {
    const starts = fc.double({ min: 0, max: 1e9, noNaN: true });
    const late = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { maxLength: 200 });
    fc.assert(
      fc.property(rates, starts, late, (rate, start, delays) => {
        const { clock, limiter } = clocked();
        clock.ms = start;
        for (const delay of delays) {
          expect(limiter.waitMs('a', rate)).toBe(0);
          clock.ms += rate.everyMs * (1 + delay);
        }
        for (let exact = 0; exact < 200; exact++) {
          expect(limiter.waitMs('a', rate)).toBe(0);
          clock.ms += rate.everyMs;
        }
      }),
    );
  });

  it('lets a refused client pass after the time it was given, and not before', () => {
    fc.assert(
      fc.property(rates, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (rate, part) => {
        const { clock, limiter } = clocked();
        for (let at = 0; at < rate.burst; at++) expect(limiter.waitMs('a', rate)).toBe(0);
        const wait = limiter.waitMs('a', rate);
        expect(wait).toBeCloseTo(rate.everyMs, 3);
        clock.ms += wait * part;
        expect(limiter.waitMs('a', rate)).toBeGreaterThan(0);
        clock.ms += wait * (1 - part);
        expect(limiter.waitMs('a', rate)).toBe(0);
      }),
    );
  });

  it('keeps callers apart', () => {
    const { limiter } = clocked();
    const rate = readRate('1/hour')!;
    expect(limiter.waitMs('a', rate)).toBe(0);
    expect(limiter.waitMs('b', rate)).toBe(0);
    expect(limiter.waitMs('a', rate)).toBeGreaterThan(0);
  });

  it('holds a bounded number of callers, and forgets none before that many others came', () => {
    const rate = readRate('1/hour')!;
    const { limiter } = clocked(100);
    expect(limiter.waitMs('first', rate)).toBe(0);
    for (let caller = 0; caller < 99; caller++) limiter.waitMs(`early ${caller}`, rate);
    for (let caller = 0; caller < 99; caller++) limiter.waitMs(`later ${caller}`, rate);
    expect(limiter.waitMs('first', rate)).toBeGreaterThan(0);
    for (let caller = 0; caller < 1_000; caller++) {
      limiter.waitMs(String(caller), rate);
      expect(limiter.size).toBeLessThanOrEqual(200);
    }
    expect(limiter.waitMs('999', rate)).toBeGreaterThan(0);
    expect(limiter.waitMs('first', rate)).toBe(0);
  });
});
