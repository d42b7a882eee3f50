import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { parseLm, readLms } from './reference.ts';

function errorOf(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('expected an error');
}

it('names a reference whole up to 2,000 characters, without what a terminal would obey', () => {
  const uri = `file:${'a'.repeat(1000)}/%0a\u202e\u001b.abnf`;
  expect(errorOf(() => parseLm(uri.replace('file:', 'ftp://x/'))).message).toContain(
    `"ftp://x/${'a'.repeat(1000)}/%0a\\u202e\\u001b.abnf"`,
  );
  const { message } = errorOf(() => parseLm(`ftp:${'b'.repeat(3000)}`));
  expect(message).toContain(`"ftp:${'b'.repeat(1996)}…" was not found`);
});

describe('parseLm', () => {
  it.each([
    ['builtin:slm/general', { kind: 'slm', name: 'general' }],
    ['BUILTIN:slm/pt', { kind: 'slm', name: 'pt' }],
    ['builtin:grammar/date', { kind: 'builtin', name: 'date', parameters: new Map() }],
    [
      'builtin:grammar/boolean?y=1;n=2&language=pt;;',
      {
        kind: 'builtin',
        name: 'boolean',
        parameters: new Map([
          ['y', '1'],
          ['n', '2'],
          ['language', 'pt'],
        ]),
      },
    ],
    [
      'builtin:grammar/digits?a%3Db=c=d%20e',
      { kind: 'builtin', name: 'digits', parameters: new Map([['a=b', 'c=d e']]) },
    ],
    ['file:pizza.abnf', { kind: 'document' }],
    ['file:///pizza.grxml#toppings', { kind: 'document', rule: 'toppings' }],
    ['http://grammars.example/a?b=c#caf%C3%A9', { kind: 'document', rule: 'café' }],
    ['HTTPS://grammars.example/#', { kind: 'document' }],
  ])('reads %s', (uri, expected) => {
    expect(parseLm(uri)).toEqual({ uri, ...expected });
  });

  it.each([
    'general',
    'slm/general',
    'ftp://grammars.example/a.abnf',
    'data:text/plain,hello',
    'javascript:1',
    'builtin:',
    'builtin:slm/',
    'builtin:slm/../x',
    'builtin:grammar/',
    'builtin:grammar/a/b',
    'builtin:grammar/date#rule',
    'builtin:grammar/date?a=%zz',
    'builtin:tts/x',
    'http://',
    'http://[::1',
    'https://a b/',
    'file:a#%zz',
    ':',
  ])('does not find %s and says so with the URI', (uri) => {
    const error = errorOf(() => parseLm(uri));
    expect(error.code).toBe('ERR_LM_NOT_FOUND');
    expect(error.message).toContain(`the language model ${JSON.stringify(uri)} was not found: `);
  });

  it.each([
    [
      'digits',
      'it has no prefix; an lm starts with builtin:, file:, http: or https:, as in builtin:grammar/digits',
    ],
    [
      'pizza',
      'it has no prefix; an lm starts with builtin:, file:, http: or https:, as in builtin:slm/general',
    ],
    ['ftp://a/b', '"ftp:" is not a known prefix; an lm starts with builtin:'],
    ['builtin:digits', 'builtin: is followed by slm/ or grammar/ and a name, as in builtin:grammar/digits'],
  ])('says what is wrong with %s', (uri, reason) => {
    expect(errorOf(() => parseLm(uri)).message).toContain(
      `the language model ${JSON.stringify(uri)} was not found: ${reason}`,
    );
  });

  it.each([
    'http://user:secret@host/',
    'https://:secret@host/a@b',
    'http:secret@host/',
    'HTTP:\\\\u:secret@host',
  ])('refuses the credentials of %s and does not repeat them', (uri) => {
    const error = errorOf(() => parseLm(uri));
    expect(error.code).toBe('ERR_LM_FORBIDDEN');
    expect(error.message).not.toContain('secret');
  });

  it('never repeats a password, however it is written', () => {
    const secret = fc.stringMatching(/^[!-~]{0,3}Zq7Zq[!-~]{0,3}$/).filter((text) => !/[/\\?#]/.test(text));
    const scheme = fc.constantFrom('http://', 'https://', 'HTTP:', 'ftp://', 'http:\\\\', 'ws://');
    fc.assert(
      fc.property(secret, scheme, (password, start) => {
        const { message } = errorOf(() => parseLm(`${start}user:${password}@host/path`));
        expect(message).not.toContain('Zq7');
      }),
    );
  });

  it('answers any text with a reference or a typed error', () => {
    const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));
    const start = fc.constantFrom(
      '',
      'builtin:',
      'builtin:grammar/',
      'builtin:slm/',
      'file:',
      'http:',
      'https://',
    );
    fc.assert(
      fc.property(start, fc.string({ unit: anyUnit }), (head, tail) => {
        try {
          expect(parseLm(head + tail).uri).toBe(head + tail);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
    );
  });
});

describe('readLms', () => {
  it('takes one value or several, each once', () => {
    expect(readLms('builtin:slm/en').map(({ uri }) => uri)).toEqual(['builtin:slm/en']);
    const several = readLms(['file:b', ' builtin:slm/en ', 'file:b']);
    expect(several.map(({ uri }) => uri)).toEqual(['file:b', 'builtin:slm/en']);
  });

  it.each([[undefined], [''], [' '], [[]], [['file:a', '']], [null], [{ a: 1 }]])(
    'requires a value: %j',
    (value) => {
      expect(errorOf(() => readLms(value)).code).toBe('ERR_LM_REQUIRED');
    },
  );

  it('reads an alias as what it stands for, under the name that the client sent', () => {
    const aliases = {
      'builtin:slm/callcenter-small': 'builtin:slm/pt',
      digits: 'builtin:grammar/digits?length=4',
      menu: 'file:menu.abnf#root',
    };
    expect(readLms(['builtin:slm/callcenter-small', 'digits', 'menu', 'file:b'], aliases)).toEqual([
      { kind: 'slm', name: 'pt', uri: 'builtin:slm/callcenter-small', target: 'builtin:slm/pt' },
      {
        kind: 'builtin',
        name: 'digits',
        parameters: new Map([['length', '4']]),
        uri: 'digits',
        target: 'builtin:grammar/digits?length=4',
      },
      { kind: 'document', rule: 'root', uri: 'menu', target: 'file:menu.abnf#root' },
      { kind: 'document', uri: 'file:b' },
    ]);
    expect(errorOf(() => readLms('constructor', {})).code).toBe('ERR_LM_NOT_FOUND');
  });

  it('limits their number', () => {
    const uris = Array.from({ length: 17 }, (_, index) => `file:${index}`);
    expect(readLms(uris.slice(1))).toHaveLength(16);
    expect(errorOf(() => readLms(uris)).code).toBe('ERR_INVALID_PARAMETER');
    expect(errorOf(() => readLms(Array.from({ length: 17 }, () => 'file:a'))).message).toBe(
      'lm is given 17 times; at most 16 can be active at once',
    );
  });
});
