import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soundDistance } from './sound-distance.ts';

const distance = (one: string, other: string, language = 'en') => soundDistance(one, other, language);

test('spelling is no difference', () => {
  expect(distance('nicolas', 'nikolass')).toBe(0);
  expect(distance('jayme is going', 'jamie is going')).toBe(0);
  expect(distance('phone', 'fone')).toBe(0);
  expect(distance('São Paulo', 'sao paulo', 'pt')).toBe(0);
});

test('what learners say is nearer to their sentence than to another', () => {
  const spoken = 'you will second sure to well be a choice of two options';
  const own = distance(spoken, 'your second shot will be a choice of two options');
  expect(own).toBeLessThan(0.3);
  expect(own).toBeLessThan(distance(spoken, 'when he returned he asked if they were hungry') - 0.3);
});

test('figures differ by each of them', () => {
  expect(distance('1005', '105', 'de')).toBe(0.25);
  expect(distance('11', '1', 'de')).toBe(0.5);
});

test('characters that spell no sound are neither near nor far', () => {
  expect(distance('珈琲', 'コーヒー', 'ja')).toBe(distance('珈琲', '水', 'ja'));
  expect(distance('珈琲', '珈琲', 'ja')).toBe(0);
});

test('is a symmetric share, and 0 for the same text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });
  fc.assert(
    fc.property(text, text, fc.constantFrom('en', 'pt', 'zh'), (one, other, language) => {
      const apart = distance(one, other, language);
      expect(apart).toBe(distance(other, one, language));
      expect(apart).toBeGreaterThanOrEqual(0);
      expect(apart).toBeLessThanOrEqual(1);
      expect(distance(one, one, language)).toBe(0);
    }),
  );
});
