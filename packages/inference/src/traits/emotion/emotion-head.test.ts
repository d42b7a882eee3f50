import { type EmotionScores, emotions } from '@locutor/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EmotionHead } from './emotion-head.ts';

const CLASSES = 8;

const ENCODER = '5e'.repeat(32);

/** A head as the file has it. */
function headFile(inputs: number, bias: readonly number[], weights: readonly number[]): Buffer {
  const bytes = Buffer.alloc(52 + 4 * (bias.length + weights.length));
  bytes.write('LOCUTOR EMOTION1', 'latin1');
  bytes.write(ENCODER, 16, 'hex');
  bytes.writeUInt32LE(inputs, 48);
  for (const [n, value] of [...bias, ...weights].entries()) bytes.writeFloatLE(value, 52 + 4 * n);
  return bytes;
}

const read = (bytes: Uint8Array) => EmotionHead.read(bytes, ENCODER);
const biasHead = (bias: readonly number[]) => read(headFile(0, bias, []));
const number = fc.double({ min: -20, max: 20, noNaN: true });
const sumOf = (scores: EmotionScores) => Object.values(scores).reduce((sum, value) => sum + value, 0);
const NONE = new Float64Array();

test('whatever the numbers and the length, scores are probabilities', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }).chain((inputs) =>
        fc.record({
          bias: fc.array(number, { minLength: CLASSES, maxLength: CLASSES }),
          weights: fc.array(number, { minLength: CLASSES * inputs, maxLength: CLASSES * inputs }),
          pooled: fc.array(number, { minLength: inputs, maxLength: inputs }),
        }),
      ),
      fc.double({ min: 0, max: 30, noNaN: true }),
      ({ bias, weights, pooled }, seconds) => {
        const head = read(headFile(pooled.length, bias, weights));
        const scores = head.scores(Float64Array.from(pooled), seconds);
        expect(Object.keys(scores)).toEqual([...emotions]);
        expect(sumOf(scores)).toBeCloseTo(1, 9);
        expect(Math.min(...Object.values(scores))).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test('a row of weights belongs to its emotion', () => {
  const weights = Array.from({ length: CLASSES * 2 }, (_, n) => (n === 2 * 4 + 1 ? 1 : 0));
  const head = read(headFile(2, Array(CLASSES).fill(0), weights));
  const { angry, sad } = head.scores(Float64Array.of(5, 3), 2);
  expect(angry / sad).toBeCloseTo(Math.exp(3), 6);
});

test('the less is said, the more neutral it is', () => {
  const angry = biasHead([0, 0, 0, 0, 20, 0, 0, 0]);
  const [nothing, half, enough, more] = [0, 0.5, 1, 9].map((seconds) => angry.scores(NONE, seconds));
  expect(nothing!.neutral).toBe(1);
  expect(half!.angry).toBeCloseTo(0.5, 6);
  expect(enough!.angry).toBeCloseTo(1, 6);
  expect(more).toEqual(enough);
});

test('a file that is cut, longer or of another kind is refused', () => {
  const whole = headFile(1, Array(CLASSES).fill(0), Array(CLASSES).fill(0));
  expect(read(whole).inputs).toBe(1);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), (length) => {
      expect(() => read(whole.subarray(0, length))).toThrow(/^it (is not|has another)/);
    }),
  );
  expect(() => read(Buffer.concat([whole, Buffer.alloc(4)]))).toThrow('another size');
  expect(() => read(Buffer.alloc(whole.length, 'x'))).toThrow('not an emotion head');
  const huge = Buffer.from(whole);
  huge.writeUInt32LE(0xffff_ffff, 48);
  expect(() => read(huge)).toThrow('another size');
});

test('a head that was made for another encoder is refused', () => {
  const whole = headFile(1, Array(CLASSES).fill(0), Array(CLASSES).fill(0));
  const other = 'a1'.repeat(32);
  expect(() => EmotionHead.read(whole, other)).toThrow(`made for the encoder ${ENCODER}, not ${other}`);
});

test('another number of states than it was made for is refused', () => {
  expect(() => biasHead(Array(CLASSES).fill(0)).scores(Float64Array.of(1), 2)).toThrow(
    '0 numbers are needed',
  );
});
