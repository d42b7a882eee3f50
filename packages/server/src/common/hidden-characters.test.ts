import { expect, it } from 'vitest';
import { hasHidden } from './hidden-characters.ts';

it.each([
  ['controls', '\u0000', '\n', '\u001b', '\u007f', '\u0085', '\u009b'],
  ['directions', '\u202a', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u200e', '\u200f', '\u061c'],
  ['separators', '\u2028', '\u2029'],
  ['zero width', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u180e'],
  ['fillers', '\u3164', '\u115f', '\u1160', '\uffa0', '\u034f'],
  ['variations', '\ufe0f', '\ufe00', '\u{e0100}'],
  ['tags', '\u{e0001}', '\u{e0041}', '\u{e007f}'],
  ['annotations', '\ufff9', '\ufffb'],
  ['halves', '\ud800', '\udfff'],
  ['no characters', '\ufffe', '\uffff', '\ufdd0', '\u{1ffff}'],
])('%s are hidden, wherever they stand', (_what, ...characters) => {
  for (const hidden of characters) {
    for (const text of [`a${hidden}b`, hidden, `${hidden}b`, `a${hidden}`, `名${'x'}${hidden}`]) {
      expect([text, hasHidden(text)]).toEqual([text, true]);
    }
  }
});

it('what people write is not', () => {
  for (const text of [
    'ana',
    '',
    ' ',
    "Robert'); DROP TABLE",
    'José',
    'Jose\u0301',
    '名前',
    '葛\u{e0100}城', // a variation of the first character, as in names
    'می\u200cخواهم', // Persian: I want
    'علی\u200cرضا',
    'क्\u200dष', // half a letter
    'ක්\u200dෂ', // Sinhala
    'ﷺ',
    '👩\u200d👩\u200d👧',
    '🏳\ufe0f\u200d🌈',
    '👩🏽\u200d🚒',
    '❤\ufe0f',
    'שלום',
    '\ue000', // private use
  ]) {
    expect([text, hasHidden(text)]).toEqual([text, false]);
  }
});

it('joiners and variations are hidden where they spell nothing', () => {
  for (const text of [
    'an\u200da',
    'a\u200cna',
    'می\u200c',
    '\u200cمی',
    'می\u200cx',
    '👩\u200d',
    '👩\u200dx',
    'می\u200c\u200cخواهم',
    '名\u{e0100}\u{e0100}',
  ]) {
    expect([text, hasHidden(text)]).toEqual([text, true]);
  }
});
