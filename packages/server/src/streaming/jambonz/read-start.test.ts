import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { readMessage } from '../json-message.ts';
import { readSessionParameters } from '../parameters.ts';
import { readHints } from './read-hints.ts';
import { readStart } from './read-start.ts';

const CONFIG = { textify: false, accuracy: 'normal', enhancement: false } as const;

/** As jambonz writes it. */
const START = {
  type: 'start',
  language: 'en-US',
  format: 'raw',
  encoding: 'LINEAR16',
  interimResults: true,
  sampleRateHz: 8000,
  options: {},
};

const parametersOf = (options: object) =>
  readSessionParameters(readStart({ ...START, options }).headers, CONFIG);

describe('a start message', () => {
  it('says what the audio is and what is wanted', () => {
    const { decode, language, lm, grammar, headers } = readStart(START);
    expect(decode).toEqual({ raw: { encoding: 'pcm', rate: 8000 } });
    expect([language, lm, grammar]).toEqual(['en-US', [], undefined]);
    expect(readSessionParameters(headers, CONFIG)).toMatchObject({
      'decoder.partialResultEnabled': true,
      'decoder.continuousMode': true,
    });
  });

  it('needs nothing but its type', () => {
    const { decode, language, headers } = readStart({ type: 'start' });
    expect(decode).toEqual({ raw: { encoding: 'pcm', rate: 8000 } });
    expect(language).toBeUndefined();
    expect(headers['decoder.partialresultenabled']).toBe('false');
  });

  it('has parameters, models and a grammar in its options, and what other vendors know', () => {
    const options = {
      'decoder.maxSentences': 3,
      'noInputTimeout.enabled': true,
      'decoder.continuousMode': false,
      'license.manager.accountTag': 'calls',
      callSid: 'b5c1d8a7-0001',
      lm: ['builtin:grammar/digits', 'builtin:slm/general'],
      grammar: '#ABNF 1.0;',
      model: 'nova',
      nested: { a: 1 },
    };
    const read = readStart({ ...START, options });
    expect(read.lm).toEqual(options.lm);
    expect(read.grammar).toBe(options.grammar);
    expect(parametersOf(options)).toMatchObject({
      'decoder.maxSentences': 3,
      'noInputTimeout.enabled': true,
      'decoder.continuousMode': false,
      'license.manager.accountTag': 'calls',
      loggingTag: 'b5c1d8a7-0001',
    });
  });

  it.each([
    [{ format: 'wav' }, 'format: expected "raw", got "wav"'],
    [{ encoding: 'MULAW' }, 'encoding: expected "LINEAR16", got "MULAW"'],
    [{ sampleRateHz: 7999 }, 'sampleRateHz: expected an integer from 8000 to 48000, got 7999'],
    [{ sampleRateHz: '8000' }, 'sampleRateHz: expected an integer from 8000 to 48000, got "8000"'],
    [{ interimResults: 'yes' }, 'interimResults: expected true or false, got "yes"'],
    [{ language: 7 }, 'language: expected a text, got 7'],
    [{ options: [] }, 'options: expected an object, got []'],
    [
      { options: { lm: [1] } },
      'options.lm: expected the URI of a language model, or a list of them, got [1]',
    ],
    [{ options: { grammar: {} } }, 'grammar: expected a text, got {}'],
    [{ options: { hints: 7 } }, 'hints: expected a list of phrases, got 7'],
    [{ options: { hints: [{ boost: 1 }] } }, /^hints: expected phrases, or objects with a phrase/],
    [{ options: { hints: ['a'], hintsBoost: 'x' } }, 'hintsBoost: expected a number, got "x"'],
  ])('is refused with %j', (change, message) => {
    expect(() => readStart({ ...START, ...change })).toThrow(message);
  });

  it('is read or refused, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.jsonValue(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (hints, rate, more) => {
          try {
            const { headers } = readStart({
              ...START,
              sampleRateHz: rate,
              options: { ...more, hints },
            } as never);
            for (const value of Object.values(headers))
              expect(Buffer.from(value, 'latin1').toString('latin1')).toBe(value);
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError);
          }
        },
      ),
    );
  });
});

describe('hints', () => {
  it.each([
    [['Locutor', 'ana maria'], undefined, 'Locutor, ana maria'],
    [['Locutor'], 20, 'Locutor:20'],
    [['a'], 1e-7, 'a:0'],
    [['a'], -5, 'a:0'],
    [['a'], 900, 'a:100'],
    [JSON.stringify([{ phrase: 'joão', boost: 5.5 }, { phrase: 'b' }]), 7, 'joão:5.5, b:7'],
    [[{ phrase: 'x' }], undefined, 'x'],
    ['one, two', undefined, 'one, two'],
    [['a:b, c', ' '], undefined, 'a b c'],
    [[], 5, undefined],
    [undefined, 5, undefined],
  ])('%j with %j are %j', (hints, boost, expected) => {
    expect(readHints(hints, boost)).toBe(expected);
  });

  it('become what the recogniser reads, in every script', () => {
    const phrase = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((text) => text.replace(/[,:\s\p{C}]+/gu, ' ').trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(
        fc.array(phrase, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 100 }),
        (phrases, boost) => {
          const read = parametersOf({ hints: phrases, hintsBoost: boost })['hints.words'];
          expect(read).toEqual(phrases.map((each) => ({ phrase: each, boost })));
        },
      ),
    );
  });
});

it.each([
  ['nothing', '', /is not JSON/],
  ['half an object', '{"type":"start"', /is not JSON/],
  ['a list', '[]', 'the message is not an object'],
  ['a member twice', '{"type":"start","type":"stop"}', /has the member "type" twice/],
  ['too many levels', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`, /nested deeper/],
])('%s is no message', (_, text, message) => {
  expect(() => readMessage(Buffer.from(text))).toThrow(message);
});
