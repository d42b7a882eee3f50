import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { keyWords } from './keys.ts';
import { segment } from './segment.ts';
import { tokenWords } from './token-words.ts';

const words = (text: string, ...known: string[]) =>
  segment(text, {}, (word) => known.includes(word)).join(' ');

describe('fold', () => {
  it.each([
    ['STRASSE', 'Straße'],
    ['ΟΔΟΣ', 'οδός'.normalize('NFD').replace(/\p{Mn}/gu, '')],
    ['ﬁve', 'FIVE'],
    ['ＡＢＣ１', 'abc1'],
    ['ÉTÉ', 'e\u0301te\u0301'],
  ])('%s is %s', (a, b) => expect(fold(a, {})).toBe(fold(b, {})));

  it('keeps what is different', () => {
    expect(fold('ı', {})).not.toBe(fold('i', {}));
    expect(fold('não', {})).not.toBe(fold('nao', {}));
    expect(fold('não', { accents: 'ignore' })).toBe('nao');
    expect(fold('Yes', { case: 'exact' })).toBe('Yes');
    expect(fold('ﬁ', { normalization: 'NFC', case: 'exact' })).toBe('ﬁ');
  });
});

describe('segment', () => {
  it.each([
    ['Hello, world!', 'hello world'],
    ['  «Olá»  —  ¿qué tal? ', 'olá qué tal'],
    ["it's", 'its'],
    ['it’s o’clock', 'its oclock'],
    ['twenty-five', 'twenty five'],
    ['a.m.', 'am'],
    ['U.S.A. today.', 'usa today'],
    ['hello,world', 'hello world'],
    ['四五 六', '四 五 六'],
    ['สวัสดี', [...'สวัสดี'.matchAll(/\P{M}\p{M}*/gu)].join(' ')],
    ['naïve coöperation', 'naïve coöperation'],
  ])('%s', (text, expected) => expect(words(text)).toBe(expected));

  it.each([
    ['$5', ['$', '5'], '$ 5'],
    ['5pm', ['5', 'pm'], '5 pm'],
    ["l'hôtel", ['l', 'hôtel'], 'l hôtel'],
    ['e-mail', ['email'], 'email'],
    ['3.5', ['3.5'], '3.5'],
    ['this & that', ['&', 'this', 'that'], 'this & that'],
    ['this & that', ['this', 'that'], 'this that'],
  ])('%s where the grammar has %j', (text, known, expected) => expect(words(text, ...known)).toBe(expected));

  it('leaves marks alone when told to', () => {
    expect(segment("It's a-b!", { punctuation: 'exact' }, () => false)).toEqual(["it's", 'a-b!']);
  });
});

it('reads the tokens of a grammar', () => {
  expect(tokenWords('New York', {})).toEqual([['new', 'york']]);
  expect(tokenWords('e-mail', {})).toEqual([['e', 'mail'], ['email']]);
  expect(tokenWords("o'clock", {})).toEqual([['oclock']]);
  expect(tokenWords('3.5', {})).toEqual([['3.5']]);
  expect(tokenWords('&', {})).toEqual([['&']]);
});

it('reads keys', () => {
  expect(keyWords('1 2-3#*a')).toEqual(['1', '2', '3', '#', '*', 'A']);
  expect(keyWords('star 12 pound')).toEqual(['*', '1', '2', '#']);
});
