import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pooledStates } from './pooled-states.ts';

const anyStates = fc
  .record({ width: fc.integer({ min: 1, max: 4 }), frames: fc.integer({ min: 1, max: 30 }) })
  .chain(({ width, frames }) =>
    fc.record({
      width: fc.constant(width),
      states: fc.float32Array({
        minLength: width * frames,
        maxLength: width * frames,
        noNaN: true,
        min: -100,
        max: 100,
      }),
    }),
  );

test('all frames: mean and deviation of every column', () => {
  fc.assert(
    fc.property(anyStates, ({ width, states }) => {
      const pooled = pooledStates(states, width);
      for (let column = 0; column < width; column++) {
        const values = [...states].filter((_, n) => n % width === column);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
        expect(pooled[column]).toBeCloseTo(mean, 6);
        // Equal values leave the rounding of their squares.
        expect(pooled[width + column]).toBeCloseTo(Math.sqrt(variance), 4);
      }
    }),
  );
});

test('whatever the window, at least one frame is within', () => {
  fc.assert(
    fc.property(anyStates, fc.nat(20_000), fc.nat(20_000), ({ width, states }, from, length) => {
      const pooled = pooledStates(states, width, { from, to: from + length });
      const [least, most] = [Math.min(...states), Math.max(...states)];
      expect(pooled.length).toBe(2 * width);
      for (const mean of pooled.subarray(0, width)) {
        expect(mean).toBeGreaterThanOrEqual(least - 1e-4);
        expect(mean).toBeLessThanOrEqual(most + 1e-4);
      }
      for (const deviation of pooled.subarray(width))
        expect(deviation).toBeLessThanOrEqual(most - least + 1e-4);
    }),
  );
});

test('only frames whose centre lies in the window count', () => {
  // Frame f is centred on sample 447 + 384 f: frames 2 and 3 on 1,215 and 1,599.
  const states = Float32Array.of(1, 2, 4, 8, 16, 32);
  expect([...pooledStates(states, 1, { from: 1215, to: 1600 })]).toEqual([6, 2]);
  expect([...pooledStates(states, 1, { from: 1216, to: 1599 })]).toEqual([8, 0]);
});
