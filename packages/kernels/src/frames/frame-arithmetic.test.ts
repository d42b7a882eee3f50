import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameArithmetic, type Frames } from './frame-arithmetic.ts';

const CHANNELS = [32, 128];
const some = fc.record({
  channels: fc.constantFrom(...CHANNELS),
  rows: fc.integer({ min: 1, max: 40 }),
  seed: fc.nat(),
});

/** Values between −8 and 8. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed + 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32 - 0.5) * 16;
  });
}

/** Frames of such values, each followed by as much free room, and the arithmetic over them. */
function framesOf(rows: number, channels: number, seed: number, count = 1) {
  const size = 4 * rows * channels;
  const arithmetic = new FrameArithmetic(2 * count * size, CHANNELS);
  const frames = Array.from({ length: count }, (_, n): Frames => {
    const each = { at: arithmetic.start + 2 * n * size, rows, channels };
    arithmetic.floats(each).set(numbers(rows * channels, seed + n));
    return each;
  });
  return { arithmetic, frames, size };
}

function expectTotals(totals: Float64Array, values: Float32Array, channels: number): void {
  for (let channel = 0; channel < channels; channel++) {
    const own = values.filter((_, at) => at % channels === channel);
    expect(totals[channel]).toBeCloseTo(
      own.reduce((sum, each) => sum + each, 0),
      2,
    );
    const squares = own.reduce((sum, each) => sum + each * each, 0);
    expect(totals[channels + channel]! / squares).toBeCloseTo(1, 5);
  }
}

describe('arithmetic over frames', () => {
  test('adds up each channel', () => {
    fc.assert(
      fc.property(some, ({ rows, channels, seed }) => {
        const { arithmetic, frames } = framesOf(rows, channels, seed);
        expectTotals(arithmetic.sums(frames[0]!), arithmetic.floats(frames[0]!), channels);
      }),
      { numRuns: 30 },
    );
    const { arithmetic, frames } = framesOf(3000, 32, 7);
    expectTotals(arithmetic.sums(frames[0]!), arithmetic.floats(frames[0]!), 32);
  });

  test('adds two, also in place, and adds the result up', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 2 }), ({ rows, channels, seed }, place) => {
        const { arithmetic, frames } = framesOf(rows, channels, seed, 3);
        const [values, others] = frames.map((each) => arithmetic.floats(each).slice());
        const out = frames[place]!;
        const totals = arithmetic.add(frames[0]!, frames[1]!, out);
        const found = arithmetic.floats(out);
        expect(found).toEqual(values!.map((value, at) => value + others![at]!));
        expectTotals(totals, found, channels);
      }),
      { numRuns: 30 },
    );
  });

  test('activates by channel, and says between what', () => {
    fc.assert(
      fc.property(some, ({ rows, channels, seed }) => {
        const { arithmetic, frames, size } = framesOf(rows, channels, seed);
        const [scales, shifts, inverses] = [1, 2, 3].map((n) => numbers(channels, seed + n)) as [
          Float32Array,
          Float32Array,
          Float32Array,
        ];
        const [values] = frames as [Frames];
        const out = { ...values, at: values.at + size };
        const extremes = arithmetic.activate(values, out.at, { scales, shifts, inverses });
        const found = arithmetic.floats(out);
        for (const [at, value] of arithmetic.floats(values).entries()) {
          const channel = at % channels;
          const w = value * scales[channel]! + shifts[channel]!;
          expect(Math.abs(found[at]! - (w + Math.sin(w) ** 2) * inverses[channel]!)).toBeLessThan(2e-4);
        }
        expect(extremes).toEqual([Math.min(0, ...found), Math.max(0, ...found)]);
      }),
      { numRuns: 30 },
    );
  });

  test('writes values as bytes, to half a step', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(0, 1e-3, 1), ({ rows, channels, seed }, factor) => {
        const { arithmetic, frames, size } = framesOf(rows, channels, seed);
        const [values] = frames as [Frames];
        const floats = arithmetic.floats(values);
        for (const [at, value] of floats.entries()) floats[at] = value * factor;
        const extremes = [Math.min(0, ...floats), Math.max(0, ...floats)] as const;
        const { scale, zero } = arithmetic.quantise(values, values.at + size, extremes);
        const bytes = new Uint8Array(arithmetic.buffer, values.at + size, floats.length);
        for (const [at, value] of floats.entries())
          expect(Math.abs((bytes[at]! - zero) * scale - value)).toBeLessThanOrEqual(0.501 * scale);
      }),
      { numRuns: 30 },
    );
  });

  test('shows each row with those behind it', () => {
    const cases = fc.record({
      rowBytes: fc.constantFrom(128, 256),
      taps: fc.integer({ min: 1, max: 11 }),
      step: fc.integer({ min: 1, max: 5 }),
      rows: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(cases, ({ rowBytes, taps, step, rows }) => {
        const all = rows + (taps - 1) * step;
        const arithmetic = new FrameArithmetic((all + rows * taps) * rowBytes, CHANNELS);
        const { buffer, start } = arithmetic;
        const bytes = new Uint8Array(buffer, start, all * rowBytes);
        for (const at of bytes.keys()) bytes[at] = (at * 31) ^ (at >> 8);
        const out = start + bytes.length;
        arithmetic.windows(start, out, rows, rowBytes, taps, step);
        for (let row = 0; row < rows; row++) {
          for (let tap = 0; tap < taps; tap++) {
            const seen = Buffer.from(buffer, out + (row * taps + tap) * rowBytes, rowBytes);
            const from = Buffer.from(buffer, start + (row + tap * step) * rowBytes, rowBytes);
            expect(seen.equals(from)).toBe(true);
          }
        }
      }),
    );
  });

  test('refuses what its loops cannot take', () => {
    expect(() => new FrameArithmetic(0, [48])).toThrow('48 channels are no multiple of 32');
    const arithmetic = new FrameArithmetic(0, [32]);
    const frames = { at: arithmetic.start, rows: 1, channels: 64 };
    expect(() => arithmetic.sums(frames)).toThrow('64 channels were not announced');
    expect(() => arithmetic.windows(0, 0, 1, 96, 1, 1)).toThrow('rows of 96 bytes');
  });
});
