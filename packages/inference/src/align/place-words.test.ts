import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeWords, type WordTime } from './place-words.ts';

const RATE = 16_000;
const shapes = {
  moonshine: { family: 'moonshine', samplesPerFrame: 384 },
  whisper: { family: 'whisper', samplesPerFrame: 320 },
} as const;

/** Tones at the given times over a soft hum. */
function tones(times: readonly WordTime[], seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, at) => {
    const loud = times.some(({ start, end }) => at >= start * RATE && at < end * RATE);
    return (loud ? 0.3 : 0.001) * Math.sin(at * 0.2);
  });
}

/** Attention to the right words that begins and ends 60 ms too early, as heads do. */
function looseAttention(times: readonly WordTime[], frames: number, frameSeconds: number): Float32Array {
  return Float32Array.from({ length: times.length * frames }, (_, at) => {
    const { start, end } = times[Math.floor(at / frames)]!;
    const time = ((at % frames) + 0.5) * frameSeconds + 0.06;
    return time >= start && time < end ? 0.1 : 0.002;
  });
}

describe('placed words', () => {
  const times = [
    { start: 0.5, end: 0.9 },
    { start: 1.0, end: 1.25 },
    { start: 1.8, end: 2.4 },
  ];

  test.each([shapes.moonshine, shapes.whisper])('begin and end where sound does: $family', (shape) => {
    const frames = Math.floor((3 * RATE) / shape.samplesPerFrame);
    const attention = looseAttention(times, frames, shape.samplesPerFrame / RATE);
    const placed = placeWords({
      attention,
      encoded: { frames, lead: 0 },
      shape,
      samples: tones(times, 3),
      speech: [],
    });
    for (const [at, { start, end }] of placed.entries()) {
      expect(start).toBeCloseTo(times[at]!.start, 1.5);
      expect(end).toBeCloseTo(times[at]!.end, 1.5);
    }
  });

  test('count from the start of the audio when frames begin earlier', () => {
    const lead = 0.5 * RATE;
    const frames = Math.floor((3 * RATE + lead) / 384);
    const later = times.map(({ start, end }) => ({ start: start + 0.5, end: end + 0.5 }));
    const attention = looseAttention(later, frames, 0.024);
    const placed = placeWords({
      attention,
      encoded: { frames, lead },
      shape: shapes.moonshine,
      samples: tones(times, 3),
      speech: [],
    });
    expect(placed.map(({ start }) => start.toFixed(1))).toEqual(['0.5', '1.0', '1.8']);
  });

  test('are in order, apart, not empty and inside the audio, whatever attention and sound are', () => {
    const input = fc.record({
      shape: fc.constantFrom(shapes.moonshine, shapes.whisper),
      words: fc.nat({ max: 12 }),
      frames: fc.integer({ min: 1, max: 40 }),
      lead: fc.nat({ max: 1000 }),
      length: fc.integer({ min: 1, max: 12_000 }),
      seed: fc.nat(),
      flat: fc.boolean(),
      level: fc.constantFrom(0, 1e-5, 0.1, 1),
      speech: fc.array(
        fc.record({
          start: fc.double({ min: 0, max: 1, noNaN: true }),
          end: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      ),
    });
    fc.assert(
      fc.property(input, ({ shape, words, frames, lead, length, seed, flat, level, speech }) => {
        const next = random(seed);
        const attention = Float32Array.from({ length: words * frames }, () => (flat ? 0 : next() ** 8));
        const samples = Float32Array.from({ length }, () => level * (next() - 0.5));
        const placed = placeWords({ attention, encoded: { frames, lead }, shape, samples, speech });
        expect(placed).toHaveLength(words);
        let last = 0;
        for (const { start, end } of placed) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(length / RATE + 1e-9);
      }),
    );
  });
});

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
