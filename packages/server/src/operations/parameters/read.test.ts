import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { type ParameterName, parameters } from './declarations.ts';
import { readParameters } from './read.ts';

const names = Object.keys(parameters) as ParameterName[];
const refused = (headers: Record<string, string>, deployment: 'on-premise' | 'hosted' = 'on-premise') => {
  try {
    readParameters(headers, deployment);
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).code).toBe('ERR_INVALID_PARAMETER');
    return (error as ServiceError).message;
  }
  return undefined;
};

describe('configuration headers', () => {
  it('have defaults', () => {
    expect(readParameters({}, 'hosted')).toMatchObject({
      'decoder.maxSentences': 1,
      'endpointer.waitEnd': 1000,
      'hints.words': [],
    });
  });

  it.each([
    ['decoder.maxsentences', '3', 'decoder.maxSentences', 3],
    ['decoder-maxsentences', ' 10 ', 'decoder.maxSentences', 10],
    ['endpointer-levelthreshold', '0', 'endpointer.levelThreshold', 0],
    ['textify.enabled', 'ON', 'textify.enabled', true],
    ['noinputtimeout-enabled', '1', 'noInputTimeout.enabled', true],
    ['decoder.continuousmode', 'no', 'decoder.continuousMode', false],
    ['license-manager-accounttag', 'team_1', 'license.manager.accountTag', 'team_1'],
    ['loggingtag', 'call 7', 'loggingTag', 'call 7'],
  ] as const)('%s: %j is %s = %j', (header, value, name, parsed) => {
    expect(readParameters({ [header]: value }, 'on-premise')[name]).toBe(parsed);
  });

  it.each([
    [{ 'decoder.maxsentences': '0' }, 'decoder.maxSentences: expected an integer from 1 to 10, got "0"'],
    [{ 'decoder.maxsentences': '1.5' }, 'decoder.maxSentences: expected an integer from 1 to 10, got "1.5"'],
    [{ 'decoder-maxsentences': '' }, 'decoder.maxSentences: expected an integer from 1 to 10, got ""'],
    [{ 'textify.enabled': 'maybe' }, 'textify.enabled: expected true or false, got "maybe"'],
    [
      { 'endpointer.waitend': '99' },
      'endpointer.waitEnd: expected an integer from 100 to 10000 ms, got "99"',
    ],
    [{ 'Decoder-maxSentences': '0' }, 'Decoder-maxSentences: expected an integer from 1 to 10, got "0"'],
    [{ 'decoder-mostSentences': '1' }, 'there is no configuration header "decoder-mostSentences"'],
    [{ 'decoder.unknown': '1' }, 'there is no configuration header "decoder.unknown"'],
    [{ 'hints-letters': 'x' }, 'there is no configuration header "hints-letters"'],
    [{ 'license-manager-accounttag': 'ção' }, /^license\.manager\.accountTag: expected at most 32/],
    [
      { 'decoder.maxsentences': '2', 'decoder-maxsentences': '2' },
      'decoder.maxSentences is given both dotted and dashed',
    ],
  ])('refuses %j', (headers, message) => {
    expect(refused(headers as Record<string, string>)).toMatch(message);
  });

  it('takes dotted names on premise only, and says which form to use', () => {
    expect(refused({ 'decoder.maxsentences': '2' }, 'hosted')).toBe(
      'dotted header names are not accepted in this deployment; use decoder-maxSentences',
    );
    expect(refused({ 'decoder-maxsentences': '2' }, 'hosted')).toBeUndefined();
  });

  it.each([
    [{ 'decoder-maxsentences': '0' }, 'decoder-maxSentences: expected an integer from 1 to 10, got "0"'],
    [{ 'license-manager-accounttag': 'ção' }, /^license-manager-accountTag: expected at most 32/],
    [{ 'decoder.unknown': '1' }, 'there is no configuration header "decoder-unknown"'],
  ])('names no dotted header to the clients of a hosted deployment: %j', (headers, message) => {
    expect(refused(headers as Record<string, string>, 'hosted')).toMatch(message);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'does not take %s for a boolean, although every object has such a member',
    (word) => {
      expect(refused({ 'endpointer-enabled': word })).toBe(
        `endpointer.enabled: expected true or false, got "${word}"`,
      );
    },
  );

  it('lets headers of nobody pass', () => {
    expect(
      refused({ host: 'x', 'x-decoder.maxsentences': '99', 'user-agent': 'y', 'decoderx-y': '1' }),
    ).toBeUndefined();
  });

  it.each([
    [
      'locutor:20, ana maria : 5.5',
      [
        ['locutor', 20],
        ['ana maria', 5.5],
      ],
    ],
    ['locutor', [['locutor', 10]]],
    ['10:30:7,', [['10:30', 7]]],
    [Buffer.from('jo\u00e3o:3').toString('latin1'), [['jo\u00e3o', 3]]],
    ['jo\u00e3o:3', [['jo\u00e3o', 3]]],
    ['', []],
  ])('reads the hints %j', (value, expected) => {
    const read = readParameters({ 'hints-words': value as string }, 'hosted')['hints.words'];
    expect(read.map(({ phrase, boost }) => [phrase, boost])).toEqual(expected);
  });

  it.each([
    ['good:1, bad:101', 'bad:101'],
    ['word:', 'word:'],
    ['word:much', 'word:much'],
    [':5', ':5'],
    ['word:-1', 'word:-1'],
  ])('names the hint that is wrong in %j', (value, wrong) => {
    expect(refused({ 'hints.words': value })).toMatch(
      new RegExp(`^hints\\.words: expected at most 500 words .*, got "${wrong}"$`),
    );
  });

  it('refuses more hints than it takes', () => {
    expect(refused({ 'hints.words': 'a,'.repeat(500) })).toBeUndefined();
    expect(refused({ 'hints.words': 'a,'.repeat(501) })).toMatch(/^hints\.words: expected at most 500/);
  });

  it('lets a deployment have defaults of its own', () => {
    const written = { 'textify.enabled': true };
    expect(readParameters({}, 'hosted', written)['textify.enabled']).toBe(true);
    expect(readParameters({ 'textify-enabled': 'no' }, 'hosted', written)['textify.enabled']).toBe(false);
  });

  it('takes exactly the integers of a range', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 150 }), (value) => {
        const good = value >= 0 && value <= 100;
        expect(refused({ 'decoder-confidencethreshold': String(value) }) === undefined).toBe(good);
      }),
    );
  });

  it('never throws anything but the documented error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.boolean(), fc.string(), (name, dotted, value) => {
        refused({ [(dotted ? name : name.replaceAll('.', '-')).toLowerCase()]: value });
      }),
    );
  });
});
