import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEL_BANDS, melFeatures } from './mel.ts';

/** As the definition has it, a sum per bin and a triangle per band, without any of the short cuts. */
function slowFeatures(samples: Float32Array, columns: number, lead: number): Float32Array {
  const sample = (place: number) => samples[lead === 0 ? Math.abs(place) : place] ?? 0;
  const features = new Float32Array(MEL_BANDS * columns);
  for (let column = 0; column < columns; column++) {
    const powers = Array.from({ length: 201 }, (_, bin) => {
      let [re, im] = [0, 0];
      for (let at = 0; at < 400; at++) {
        const value = sample(column * 160 - lead - 200 + at) * Math.sin((Math.PI * at) / 400) ** 2;
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

test('are what the definition says, with a lead, without one, and in the silence after the samples', () => {
  const sample = fc.float({ min: -1, max: 1, noNaN: true });
  const samples = fc.float32Array({ min: -1, max: 1, noNaN: true, minLength: 1, maxLength: 700 });
  fc.assert(
    fc.property(
      samples,
      sample,
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom(0, 160, 333),
      (samples, gain, columns, lead) => {
        const scaled = samples.map((value) => value * gain);
        const expected = slowFeatures(scaled, columns, lead);
        const found = melFeatures(scaled, columns, lead);
        for (let at = 0; at < found.length; at++) expect(found[at]).toBeCloseTo(expected[at]!, 5);
      },
    ),
    { numRuns: 30 },
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
  const [a, b] = [
    melFeatures(loud, 40),
    melFeatures(
      loud.map((value) => value / 10),
      40,
    ),
  ];
  for (let at = 0; at < a.length; at++) expect(a[at]! - b[at]!).toBeCloseTo(0.5, 3);
});
