import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEL_BANDS, melFeatures } from './mel.ts';

/** As the definition has it, a sum per bin and a triangle per band, without any of the short cuts. */
function slowFeatures(samples: Float32Array, columns: number): Float32Array {
  const sample = (place: number) => samples[Math.abs(place)] ?? 0;
  const features = new Float32Array(MEL_BANDS * columns);
  for (let column = 0; column < columns; column++) {
    const powers = Array.from({ length: 201 }, (_, bin) => {
      let [re, im] = [0, 0];
      for (let at = 0; at < 400; at++) {
        const value = sample(column * 160 - 200 + at) * Math.sin((Math.PI * at) / 400) ** 2;
        re += value * Math.cos((2 * Math.PI * bin * at) / 400);
        im -= value * Math.sin((2 * Math.PI * bin * at) / 400);
      }
      return re * re + im * im;
    });
    for (let band = 0; band < MEL_BANDS; band++) {
      const edges = [hertz(band), hertz(band + 1), hertz(band + 2)] as const;
      const sum = powers.reduce((sum, power, bin) => sum + power * triangle(bin * 40, edges), 0);
      features[band * columns + column] = Math.log10(Math.max(sum, 1e-10));
    }
  }
  const most = Math.max(...features);
  return features.map((value) => (Math.max(value, most - 8) + 4) / 4);
}

function hertz(edge: number): number {
  const mel = (edge / 81) * (15 + (27 * Math.log(8)) / Math.log(6.4));
  return mel < 15 ? (mel * 200) / 3 : 1000 * 6.4 ** ((mel - 15) / 27);
}

function triangle(at: number, [low, peak, high]: readonly [number, number, number]): number {
  const height = 2 / (high - low);
  if (at <= low || at >= high) return 0;
  return at <= peak ? (height * (at - low)) / (peak - low) : (height * (high - at)) / (high - peak);
}

function largestGap(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0);
}

test('are what the definition says, at any level, and in the silence after the samples', () => {
  const samples = fc.float32Array({ min: -1, max: 1, noNaN: true, minLength: 1, maxLength: 700 });
  const gains = fc.constantFrom(1, 1e-2, 1e-4, 0);
  fc.assert(
    fc.property(samples, gains, fc.integer({ min: 1, max: 8 }), (samples, gain, columns) => {
      const scaled = samples.map((value) => value * gain);
      const gap = largestGap(melFeatures(scaled, columns), slowFeatures(scaled, columns));
      expect(gap).toBeLessThan(1e-5);
    }),
    { numRuns: 20 },
  );
});

test('a tone is loudest in the band around it', () => {
  const tone = Float32Array.from({ length: 16_000 }, (_, at) => Math.sin((2 * Math.PI * 1000 * at) / 16_000));
  const features = melFeatures(tone, 100);
  const column = Array.from({ length: MEL_BANDS }, (_, band) => features[band * 100 + 50]!);
  const loudest = column.indexOf(Math.max(...column));
  expect(hertz(loudest)).toBeLessThan(1000);
  expect(hertz(loudest + 2)).toBeGreaterThan(1000);
});

test('silence is one value, and quiet audio differs from loud audio by a constant only', () => {
  expect(new Set(melFeatures(new Float32Array(1600), 10))).toEqual(new Set([-1.5]));
  const loud = Float32Array.from({ length: 4800 }, (_, at) => Math.sin(at * at) * 0.5);
  const quiet = loud.map((value) => value / 10);
  const raised = melFeatures(quiet, 40).map((value) => value + 0.5);
  expect(largestGap(melFeatures(loud, 40), raised)).toBeLessThan(1e-3);
});
