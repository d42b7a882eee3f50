import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { chooseCodec } from './codecs.ts';
import { readAeap, readCodecs, readNames, readParams } from './message.ts';

describe('a message', () => {
  it('is a request or a response', () => {
    const content = { request: 'get', id: '7', params: ['results'] };
    expect(readAeap(content)).toEqual({ kind: 'request', name: 'get', id: '7', content });
    expect(readAeap({ response: 'set', id: '8' })).toEqual({ kind: 'response', id: '8' });
    expect(readAeap({ response: 'set' })).toEqual({ kind: 'response', id: '' });
  });

  it.each([
    [{}, 'the message is neither a request nor a response'],
    [{ request: 'get' }, 'the request has no id'],
    [{ request: 7, id: '1' }, 'request: expected a text, got 7'],
    [{ request: 'get', id: 7 }, 'id: expected a text, got 7'],
    [{ request: 'get', id: 'x'.repeat(300) }, /^id: expected at most 256 characters/],
  ])('is refused: %j', (content, message) => {
    expect(() => readAeap(content)).toThrow(message);
  });

  it('has names, parameters and codecs', () => {
    expect(readNames({ params: ['results'] })).toEqual(['results']);
    expect({ ...readParams({ params: { language: 'en-US', 'decoder.maxSentences': 3, on: true } }) }).toEqual(
      {
        language: 'en-US',
        'decoder.maxSentences': '3',
        on: 'true',
      },
    );
    expect({ ...readParams({}) }).toEqual({});
    expect(readCodecs({ codecs: [{ name: 'ulaw', attributes: {} }, { name: 'slin16' }] })).toEqual([
      'ulaw',
      'slin16',
    ]);
  });

  it.each<[string, () => unknown]>([
    ['a get of nothing', () => readNames({ params: [] })],
    ['a get of no list', () => readNames({ params: { results: 1 } })],
    ['parameters that are a list', () => readParams({ params: ['a'] })],
    ['a parameter that is an object', () => readParams({ params: { a: {} } })],
    ['no codecs', () => readCodecs({ codecs: [] })],
    ['codecs without names', () => readCodecs({ codecs: ['ulaw'] })],
  ])('is refused: %s', (_, read) => {
    expect(read).toThrow(ServiceError);
  });

  it('is read or refused, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('request', 'response', 'id', 'params', 'codecs'), fc.jsonValue()),
        (content) => {
          for (const read of [readAeap, readNames, readParams, readCodecs]) {
            try {
              read(content);
            } catch (error) {
              expect(error).toBeInstanceOf(ServiceError);
            }
          }
        },
      ),
    );
  });
});

describe('codecs', () => {
  it.each([
    [['ulaw'], undefined, 'ulaw', { raw: { encoding: 'ulaw', rate: 8000 } }],
    [['g729', 'alaw'], undefined, 'alaw', { raw: { encoding: 'alaw', rate: 8000 } }],
    [['slin'], undefined, 'slin', { raw: { encoding: 'pcm', rate: 8000 } }],
    [['slin'], 16_000, 'slin', { raw: { encoding: 'pcm', rate: 16_000 } }],
    [['slin16'], 8000, 'slin16', { raw: { encoding: 'pcm', rate: 16_000 } }],
    [['slin48'], undefined, 'slin48', { raw: { encoding: 'pcm', rate: 48_000 } }],
    [['opus'], undefined, 'opus', {}],
  ])('of %j, at %j Hz: %s', (offered, rate, name, decode) => {
    expect(chooseCodec(offered, rate)).toMatchObject({ name, decode });
  });

  it.each([['g729'], ['gsm'], ['constructor'], ['']])('does not decode %j', (name) => {
    expect(() => chooseCodec([name], undefined)).toThrow(/^none of the codecs/);
  });
});
