import type { SpeechSpan } from '@locutor/contract';
import { expect, test } from 'vitest';
import { prepareSamples } from './prepare-samples.ts';

const RATE = 16_000;
const EDGE = 0.368;
const prepared = (audio: Float32Array, speech: readonly SpeechSpan[]) => prepareSamples(audio, speech, EDGE);
/** A second is its own number, tenths of it: it shows where samples came from. */
const counting = (seconds: number) =>
  Float32Array.from({ length: seconds * RATE }, (_, at) => at / (seconds * RATE));
const peak = (samples: Float32Array) => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

test('speech is brought to one level, loud or soft', () => {
  for (const level of [0.001, 0.1, 1]) {
    const audio = Float32Array.from({ length: 2 * RATE }, (_, at) => level * Math.sin(at / 20));
    expect(peak(prepared(audio, [{ start: 0.5, end: 1.5 }]).samples)).toBeCloseTo(0.5, 3);
  }
});

test('silence is not made loud', () => {
  const audio = new Float32Array(2 * RATE).fill(5e-5);
  expect(peak(prepared(audio, []).samples)).toBeCloseTo(5e-5, 7);
});

test('short audio is set in the middle of silence', () => {
  const audio = new Float32Array(RATE / 2).fill(0.5);
  const { samples, lead } = prepared(audio, []);
  expect(samples).toHaveLength(1.2 * RATE);
  expect(lead).toBe(0.35 * RATE);
  expect([
    samples[lead - 1],
    samples[lead],
    samples[lead + audio.length - 1],
    samples[lead + audio.length],
  ]).toEqual([0, 0.5, 0.5, 0]);
});

test('long silence around speech is left out, and lead says how much', () => {
  const audio = counting(10);
  const { samples, lead } = prepared(audio, [
    { start: 3, end: 4 },
    { start: 5, end: 6 },
  ]);
  expect(samples.length).toBeCloseTo(3.736 * RATE, -2);
  expect(lead).toBe(-2.632 * RATE);
  // Sample s of the audio is sample s + lead of what is prepared.
  const gain = 0.5 / audio[-lead + samples.length - 1]!;
  expect(samples[4 * RATE + lead]!).toBeCloseTo(audio[4 * RATE]! * gain, 5);
});

test.each([0.1, 0.6, 3])('a model gets as much silence as it wants: %d s', (edge) => {
  const { samples, lead } = prepareSamples(counting(4), [{ start: 2, end: 3 }], edge);
  const [before, after] = [Math.min(2, edge), Math.min(1, edge)];
  expect(samples.length).toBeCloseTo(Math.max(1.2, 1 + before + after) * RATE, -1);
  expect(lead).toBeCloseTo((before - 2) * RATE, -1);
});

test('what is asked for stays as it was', () => {
  const audio = counting(2);
  const before = audio.slice();
  prepared(audio, [{ start: 0.5, end: 1 }]);
  expect(audio).toEqual(before);
});

test('all of it is kept where nobody knows who speaks when', () => {
  expect(prepared(counting(3), [])).toMatchObject({ lead: 0, samples: { length: 3 * RATE } });
});
