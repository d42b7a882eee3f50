import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readParameters } from '../../operations/parameters/read.ts';
import { UsageError } from '../usage-error.ts';
import { headersOf, headerValue, parameterNames } from './parameters.ts';

it('makes headers of dotted and hyphenated names', () => {
  const headers = headersOf(['decoder.maxSentences=3', 'endpointer-waitEnd=700', 'hints.words=a=b:3']);
  expect(headers).toEqual({
    'decoder-maxsentences': '3',
    'endpointer-waitend': '700',
    'hints-words': 'a=b:3',
  });
  expect(readParameters(headers, 'hosted')).toMatchObject({
    'decoder.maxSentences': 3,
    'endpointer.waitEnd': 700,
    'hints.words': [{ phrase: 'a=b', boost: 3 }],
  });
});

it.each([
  ['nothing'],
  ['=3'],
  ['decoder.maxSentence=3'],
  ['authorization=Bearer x'],
  ['loggingTag=a\r\nx-evil: 1'],
])('refuses %j', (assignment) => {
  expect(() => headersOf([assignment])).toThrow(UsageError);
});

it('refuses a parameter that comes twice', () => {
  expect(() => headersOf(['decoder.accuracy=high', 'decoder-accuracy=normal'])).toThrow('twice');
});

it('knows every parameter of the interface', () => {
  expect(parameterNames).toEqual(
    expect.arrayContaining([
      'decoder.accuracy',
      'diarization.maxSpeakers',
      'Infer-age-enabled',
      'loggingTag',
    ]),
  );
});

it('keeps words in any script on their way through a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(!/\p{Cc}/u.test(text));
      const value = headerValue('--hints', text);
      expect([...value].every((character) => character <= '\u00ff')).toBe(true);
      expect(Buffer.from(value, 'latin1').toString('utf8')).toBe(Buffer.from(text).toString());
    }),
  );
});
