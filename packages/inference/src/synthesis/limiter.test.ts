import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CEILING, Limiter } from './limiter.ts';

const RATE = 24_000;

/** What comes out of samples that are given in pieces, its delay taken away. */
function limited(samples: Float32Array, pieces: readonly number[] = []): Float32Array {
  const limiter = new Limiter(RATE);
  const all = new Float32Array(samples.length + limiter.delay);
  all.set(samples);
  const out: number[] = [];
  let from = 0;
  for (const length of [...pieces, all.length]) {
    out.push(...limiter.process(all.subarray(from, Math.min(all.length, from + length))));
    from = Math.min(all.length, from + length);
  }
  return Float32Array.from(out.slice(limiter.delay));
}

function tone(length: number, amplitude: number, frequency = 200): Float32Array {
  return Float32Array.from(
    { length },
    (_, at) => amplitude * Math.sin((2 * Math.PI * frequency * at) / RATE),
  );
}

const signal = fc
  .array(fc.tuple(fc.double({ min: 0, max: 8, noNaN: true }), fc.integer({ min: 1, max: 300 })), {
    maxLength: 20,
  })
  .map((stretches) =>
    Float32Array.from(
      stretches.flatMap(([amplitude, length]) =>
        Array.from({ length }, (_, at) => amplitude * Math.sin(at * 0.7)),
      ),
    ),
  );

describe('any signal', () => {
  test('stays below the ceiling, and as long as it was', () => {
    fc.assert(
      fc.property(signal, (samples) => {
        const out = limited(samples);
        expect(out).toHaveLength(samples.length);
        expect(out.filter((sample) => Math.abs(sample) > Math.fround(CEILING))).toHaveLength(0);
      }),
    );
  });

  test('comes out the same, however it is cut into pieces', () => {
    fc.assert(
      fc.property(
        signal,
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 }),
        (samples, pieces) => {
          expect(limited(samples, pieces)).toEqual(limited(samples));
        },
      ),
    );
  });

  test('keeps its sign and is never made louder', () => {
    fc.assert(
      fc.property(signal, (samples) => {
        const wrong = limited(samples).filter(
          (sample, at) =>
            Math.abs(sample) > Math.abs(samples[at]!) + 1e-6 || Math.sign(sample) * samples[at]! < 0,
        );
        expect(wrong).toHaveLength(0);
      }),
    );
  });
});

test('what is not too loud is not changed', () => {
  const soft = tone(RATE, 0.8);
  expect(limited(soft)).toEqual(soft);
});

test('what is too loud is turned down, not cut off', () => {
  const out = limited(tone(RATE, 1.8));
  const atCeiling = out.filter((sample) => Math.abs(sample) > 0.999 * CEILING).length;
  // A clipped tone of twice the ceiling is there two thirds of the time.
  expect(atCeiling / out.length).toBeLessThan(0.1);
});

test('speech after a loud place is as loud as before, soon', () => {
  const samples = tone(RATE, 0.5);
  samples.set(tone(600, 3), 6000);
  const out = limited(samples);
  const after = 6600 + 0.7 * RATE;
  expect(out.subarray(after)).toEqual(samples.subarray(after));
});
