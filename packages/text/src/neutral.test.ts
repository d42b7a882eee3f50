import { expect, it } from 'vitest';
import { plainText, textOf, writtenText } from './index.ts';

it.each([
  ['it', '«Quanti anni ha?» Ne ho 25.', 'quanti anni ha ne ho 25'],
  ['fr', "Aujourd'hui, c’est l'été – enfin !", "aujourd'hui c'est l'été enfin"],
  ['de', 'Die Straße kostet 1.000 Euro.', 'die straße kostet 1000 euro'],
  ['de', 'Um 10:30 Uhr, 3,5 km', 'um 10 30 uhr 3 5 km'],
  ['de', 'ÄÖÜ E-Mail', 'äöü e mail'],
  ['tr', 'ISPARTA İzmir', 'ısparta izmir'],
  ['el', 'ΟΔΟΣ', 'οδος'.replace(/σ$/, 'ς')],
  ['ru', 'Привет, мир!', 'привет мир'],
  ['zh', '你好，世界。', '你好 世界'],
  ['ja', 'ラーメンを２つ。', 'ラーメンを2つ'],
  ['th', 'สวัสดีครับ', 'สวัสดีครับ'],
  ['hi', 'नमस्ते, दुनिया।', 'नमस्ते दुनिया'],
  ['fa', 'می‌خواهم', 'می‌خواهم'],
  ['ar', 'مرحبا، ٣ كتب', 'مرحبا ٣ كتب'],
  ['auto', 'B2B 2021', 'b2b 2021'],
  ['xx-invalid_tag', 'Hello.', 'hello'],
])('%s: %s', (language, written, plain) => {
  expect(textOf(plainText(written.split(' '), language))).toBe(plain);
  expect(textOf(writtenText(written.split(' '), language))).toBe(written);
});

it('takes digits of other scripts for digits where it can say numbers', () => {
  expect(textOf(plainText(['٣', '१२', '２５', '𝟕', '①'], 'en'))).toBe('three twelve twenty five seven one');
});

it('gives nothing for nothing', () => {
  expect(plainText([], 'en')).toEqual([]);
  expect(writtenText([], 'pt')).toEqual([]);
  expect(plainText(['...', '—', ''], 'en')).toEqual([]);
});
