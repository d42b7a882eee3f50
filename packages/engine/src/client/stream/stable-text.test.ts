import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StableWords } from './stable-text.ts';

test('what was stable once begins every later text', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 10 }), (texts) => {
      const words = new StableWords();
      let stable = '';
      for (const each of texts) {
        const found = words.add(each, 'en');
        expect(found.text.startsWith(stable)).toBe(true);
        expect(found.stable).toBeGreaterThanOrEqual(stable.length);
        stable = found.text.slice(0, found.stable);
      }
    }),
  );
});

test('languages without spaces between words are compared by characters', () => {
  const words = new StableWords();
  words.add('こんに', 'ja');
  expect(words.add('こんにちは', 'ja')).toEqual({ text: 'こんにちは', stable: 2 });
});
