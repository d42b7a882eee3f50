import { expect, test } from 'vitest';
import { vowel } from '../../test/vowel.ts';
import { voicing } from './voicing.ts';

test.each([80, 120, 200, 350])('a vowel of %i Hz is voiced, however soft', (pitch) => {
  for (const level of [1, 0.01]) {
    const samples = vowel(pitch, 0.3).map((sample) => level * sample);
    expect(voicing(samples)).toBeGreaterThan(0.8);
    expect(voicing(samples)).toBeLessThan(1.001);
  }
});

test('noise, silence and what is shorter than a frame are not', () => {
  const noise = Float32Array.from({ length: 4800 }, (_, at) => 0.3 * Math.sign(Math.sin(at * at)));
  expect(voicing(noise)).toBeLessThan(0.6);
  expect(voicing(new Float32Array(4800))).toBe(0);
  expect(voicing(vowel(120, 0.04))).toBe(0);
});
