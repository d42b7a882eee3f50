import { describe, expect, it } from 'vitest';
import { splitWord } from './split-word.ts';

const tokens = new Set([...'0123456789:.,-/', 'pm', 'h', 'R$', '$', 'US$', 'twenty', 'five', 'th']);
const knows = (token: string) => tokens.has(token);

describe('splitting a written word', () => {
  it.each([
    ['5:30pm', '5 : 3 0 pm'],
    ['R$1.500,20', 'R$ 1 . 5 0 0 , 2 0'],
    ['R$', 'R$'],
    ['US$18.04.', 'US$ 1 8 . 0 4'],
    ['(11)', '1 1'],
    ['98765-4321', '9 8 7 6 5 - 4 3 2 1'],
    ['twenty-five,', 'twenty five'],
    ['14h30', '1 4 h 3 0'],
    ['13th', '1 3 th'],
    ['-5', '- 5'],
    ['25...', '2 5'],
    ['$', '$'],
    ['-', '-'],
    ['!', ''],
    ['12~30', '1 2 ~ 3 0'],
    ['(11)98', '1 1 ) 9 8'],
    ['weather', 'weather'],
  ])('%s → %s', (word, expected) => {
    expect(splitWord(word, knows).join(' ')).toBe(expected);
  });

  it('leaves whole what the grammar lists whole', () => {
    const known = new Set(['5:30', '25', '2', '5']);
    expect(splitWord('5:30', (token) => known.has(token))).toEqual(['5:30']);
    expect(splitWord('25', (token) => known.has(token))).toEqual(['25']);
    expect(splitWord('255', (token) => known.has(token))).toEqual(['2', '5', '5']);
  });

  it('leaves numbers whole where the grammar lists no digits', () => {
    expect(splitWord('2026', () => false)).toEqual(['2026']);
    expect(splitWord('2026-01', () => false)).toEqual(['2026', '-', '01']);
  });

  it('spells a word out where the grammar lists single letters', () => {
    const letters = new Set('abc123');
    expect(splitWord('cab-12', (token) => letters.has(token))).toEqual(['c', 'a', 'b', '1', '2']);
    expect(splitWord('cabs', (token) => letters.has(token))).toEqual(['cabs']);
  });

  it('spells letters alone out only where they are initials', () => {
    const letters = new Set('abc');
    expect(splitWord('cab', (token) => letters.has(token))).toEqual(['cab']);
    expect(splitWord('cab', (token) => letters.has(token), true)).toEqual(['c', 'a', 'b']);
  });

  it('spells a known word out where it is part of a code', () => {
    const known = new Set(['cab', 'a', 'b', 'c', '1', '12', 'th']);
    expect(splitWord('cab', (token) => known.has(token))).toEqual(['cab']);
    expect(splitWord('cab-1', (token) => known.has(token))).toEqual(['c', 'a', 'b', '1']);
    expect(splitWord('12th', (token) => known.has(token))).toEqual(['12', 'th']);
  });
});
