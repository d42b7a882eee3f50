import { compileGrammar } from '@locutor/grammar';
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { readValue } from '../../fields/index.ts';
import { createChallenges } from './challenges.ts';
import { expectedTextMembers, expectedTextOf, MOST_CHARACTERS } from './expected-text.ts';
import { spokenUnits } from './spoken-units.ts';
import { textDocument, textGrammars } from './text-grammars.ts';

const schema = Type.Object(expectedTextMembers);
const read = (members: object) =>
  expectedTextOf(readValue(schema, members, 'configuration'), 'configuration');
const grammarOf = (text: string, language = 'en') =>
  compileGrammar(textDocument(spokenUnits(text), language));
const digits = fc.stringMatching(/^[0-9]{1,12}$/);
const word = fc.stringMatching(/^[a-zà-öø-ÿ]{1,8}$/);

describe('an expected text', () => {
  it('is letters, digits, spaces and marks', () => {
    expect(read({})).toBeUndefined();
    for (const text of ['4711', 'Ação! Já?', "it's up-to-date", '你好', 'я', 'x'.repeat(MOST_CHARACTERS)]) {
      expect(read({ expected_text: text })).toEqual({ text });
    }
    expect(read({ expected_text: 'um', expected_text_language: 'pt-BR' })?.language).toBe('pt');
  });

  it.each([
    [{ expected_text: '' }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: 'x'.repeat(201) }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: 4711 }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: null }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: '$cost' }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: 'a\nb' }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: 'a\u200bb' }, 'configuration.expected_text: expected'],
    [{ expected_text: ' ?! ' }, 'configuration.expected_text: expected at least one letter or digit'],
    [{ expected_text: 'a', expected_text_language: 'xx' }, 'expected_text_language: expected a language'],
    [{ expected_text: 'a', expected_text_language: 7 }, 'expected_text_language: expected a language'],
    [{ expected_text_language: 'pt' }, 'expected_text_language: expected none without expected_text'],
  ])('is refused: %j', (members, message) => {
    const refusal = { code: 'ERR_INVALID_PARAMETER', message: expect.stringContaining(message) };
    expect(() => read(members)).toThrow(expect.objectContaining(refusal));
  });
});

describe('the grammar of a text', () => {
  it('has digits as people say them', async () => {
    const grammar = await grammarOf('4 0-7');
    for (const said of ['four zero seven', 'four oh seven', 'Four, O, seven.']) {
      expect([said, grammar.accepts(said)]).toEqual([said, true]);
    }
    for (const said of ['four seven', 'four zero seven one', 'four zero eight', '']) {
      expect([said, grammar.accepts(said)]).toEqual([said, false]);
    }
    const portuguese = await grammarOf('1626', 'pt');
    expect(portuguese.accepts('uma meia dois seis')).toBe(true);
    expect(portuguese.accepts('um seis duas meia')).toBe(true);
    expect(portuguese.accepts('um sete dois seis')).toBe(false);
  });

  it('has words as they are, whatever their case and marks', async () => {
    const grammar = await grammarOf("“It's” an E-mail, isn’t it?");
    for (const said of ["it's an e-mail isn't it", 'its an email isnt it'])
      expect(grammar.accepts(said)).toBe(true);
    expect(grammar.accepts('it is an email isnt it')).toBe(false);
  });

  it('does not read the text as a grammar', async () => {
    const grammar = await grammarOf('(yes; no) "maybe" ...');
    expect(grammar.accepts('yes no maybe')).toBe(true);
    for (const said of ['yes', 'no', 'maybe']) expect(grammar.accepts(said)).toBe(false);
  });

  it('accepts a string of digits as itself and as no other', async () => {
    await fc.assert(
      fc.asyncProperty(digits, digits, async (expected, said) => {
        const grammar = await grammarOf(expected);
        const spoken = [...said].map(
          (digit) => 'zero one two three four five six seven eight nine'.split(' ')[+digit],
        );
        expect(grammar.accepts(spoken.join(' '))).toBe(said === expected);
      }),
      { numRuns: 60 },
    );
  });

  it('compiles for every text that is allowed, and accepts it', async () => {
    const text = fc
      .array(fc.oneof(word, digits, fc.constantFrom('it’s', '—', '...', '“Olá!”', 'e-mail')), {
        minLength: 1,
        maxLength: 12,
      })
      .map((parts) => parts.join(' ').slice(0, MOST_CHARACTERS))
      .filter((each) => spokenUnits(each).length > 0);
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        expect(read({ expected_text: each })).toEqual({ text: each });
        const said = spokenUnits(each).map((unit) => (unit.kind === 'digit' ? 'cinco' : unit.text));
        const fives = each.replace(/[0-9]/g, '5');
        expect((await grammarOf(fives, 'pt')).accepts(said.join(' '))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['four seven one one', 'en'],
    ['One, two; three-four FIVE six.', 'en'],
    ['um dois tres meia', 'pt'],
    ['room', undefined],
    ['one coffee', undefined],
    ['one two three', 'de'],
  ])('takes digits in words for digits: %s (%s)', (text, language) => {
    const { rivals, sentence } = textGrammars(text, language ?? 'en');
    const isDigits = language === 'en' || language === 'pt';
    expect([rivals !== undefined, sentence]).toEqual([isDigits, isDigits ? undefined : text]);
  });

  it('competes with all strings of digits where it is one, and is tolerant only without digits', async () => {
    const { rivals, sentence } = textGrammars('47 11', 'en');
    expect(sentence).toBeUndefined();
    const source = (rivals as { source: Parameters<typeof compileGrammar>[0] }).source;
    const grammar = await compileGrammar(source);
    for (const said of ['one', 'four seven one one', 'nine oh eight'])
      expect(grammar.accepts(said)).toBe(true);
    expect(grammar.accepts('four and seven')).toBe(false);
    expect(textGrammars('open sesame', 'en')).toMatchObject({
      sentence: 'open sesame',
      resembles: 'open sesame',
    });
    const mixed = textGrammars('room 42', 'en');
    expect(mixed).toMatchObject({ resembles: 'room four two' });
    expect(mixed.sentence).toBeUndefined();
    expect(Object.keys(textGrammars('room 7', 'en'))).toEqual(['text', 'resembles']);
    expect(textGrammars('4711', 'en').text.key).toBe(textGrammars('47-11', 'en').text.key);
    expect(textGrammars('4711', 'en').text.key).not.toBe(textGrammars('4712', 'en').text.key);
  });
});

describe('a challenge', () => {
  const config = {
    language: 'en',
    englishModel: 'moonshine-base',
    multilingualModel: 'whisper-small',
    jobSeconds: 900,
  } as const;
  const asked: unknown[] = [];
  const texts = {
    check: async (_sounds: unknown, question: object) => {
      asked.push(question);
      return { said: true, score: 1 };
    },
  };
  const ready = { ready: async () => {} };

  it('is put to the model of its language', async () => {
    const challenges = createChallenges(config, ready, texts);
    await (await challenges.prepare({ text: '12' }, undefined)).check([], undefined);
    await (await challenges.prepare({ text: '12', language: 'pt' }, undefined)).check([], undefined);
    expect(asked).toMatchObject([
      { language: 'en', model: 'moonshine-base' },
      { language: 'pt', model: 'whisper-small' },
    ]);
  });

  it('with digits is refused in a language whose digits are not known', async () => {
    const challenges = createChallenges(config, ready, texts);
    await expect(challenges.prepare({ text: 'zimmer 7', language: 'de' }, undefined)).rejects.toMatchObject({
      code: 'ERR_INVALID_PARAMETER',
      message: expect.stringContaining('configuration.expected_text: expected numbers written in words'),
    });
    await expect(
      challenges.prepare({ text: 'zimmer sieben', language: 'de' }, undefined),
    ).resolves.toBeDefined();
  });
});
