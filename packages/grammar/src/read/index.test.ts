import { describe, expect, it } from 'vitest';
import { GrammarError, type GrammarErrorCode } from '../errors.ts';
import { readGrammar } from './index.ts';

const ABNF = '#ABNF 1.0;\nlanguage fr;\npublic $main = été;';
const XML =
  '<grammar xmlns="http://www.w3.org/2001/06/grammar" version="1.0" xml:lang="fr"><rule id="main" scope="public">été</rule></grammar>';
const JSGF = '#JSGF V1.0;\ngrammar main;\npublic <main> = été;';

const été = { rules: [{ name: 'main', expansion: { kind: 'token', text: 'été' } }] };

function utf16(text: string, order: 'le' | 'be', mark: boolean): Buffer {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

function failure(read: () => unknown): GrammarError {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(GrammarError);
    return error as GrammarError;
  }
  throw new Error('no error');
}

describe('encodings', () => {
  it.each([
    ['ABNF', ABNF],
    ['XML', XML],
    ['JSGF', JSGF],
  ])('%s in UTF-8 and UTF-16, with a byte order mark or without', (_name, text) => {
    const sources = [
      text,
      `\ufeff${text}`,
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      utf16(text, 'le', true),
      utf16(text, 'be', true),
      utf16(text, 'le', false),
      utf16(text, 'be', false),
      new Uint8Array(Buffer.concat([Buffer.from('xx'), Buffer.from(text)])).subarray(2),
    ];
    for (const source of sources) expect(readGrammar(source)).toMatchObject(été);
  });

  it.each([
    ['XML', `<?xml version="1.0" encoding='ISO-8859-1'?>${XML}`],
    ['ABNF', ABNF.replace('1.0;', '1.0 ISO-8859-1;')],
    ['JSGF', JSGF.replace('V1.0;', 'V1.0 ISO8859-1 fr;')],
  ])('%s in the encoding its first line declares', (_name, text) => {
    expect(readGrammar(Buffer.from(text, 'latin1'))).toMatchObject(été);
    expect(readGrammar(text)).toMatchObject(été);
  });

  it('has the signs of windows-1252 that ISO-8859-1 lacks', () => {
    const source = Buffer.from('#ABNF 1.0 windows-1252;\nlanguage en;\nroot $a;\n$a = o\x92clock;', 'latin1');
    expect(readGrammar(source).rules[0]!.expansion).toMatchObject({ kind: 'token', text: 'o’clock' });
  });

  it('believes a byte order mark before the declaration', () => {
    expect(readGrammar(Buffer.from(`\ufeff${ABNF.replace('1.0;', '1.0 ISO-8859-1;')}`))).toMatchObject(été);
  });

  it('believes the charset of the media type before the declaration', () => {
    const mediaType = 'application/srgs; charset="iso-8859-1"';
    expect(readGrammar(Buffer.from(ABNF, 'latin1'), { mediaType })).toMatchObject(été);
    const declared = Buffer.from(ABNF.replace('1.0;', '1.0 ISO-8859-1;'));
    expect(readGrammar(declared, { mediaType: 'text/plain;charset=UTF-8' })).toMatchObject(été);
    const marked = Buffer.from(`\ufeff${ABNF}`);
    expect(readGrammar(marked, { mediaType })).toMatchObject(été);
    const unknown = failure(() => readGrammar(declared, { mediaType: 'text/plain; charset=klingon' }));
    expect(unknown).toMatchObject({
      code: 'syntax',
      reason: "The encoding 'klingon' of the grammar is not known.",
    });
  });

  it('says where the bytes stop making sense', () => {
    const error = failure(() => readGrammar(Buffer.from(ABNF, 'latin1')));
    expect(error).toMatchObject({ code: 'syntax', line: 3, column: 16 });
    expect(error.message).toContain('not valid UTF-8');
  });

  it.each([
    ['unknown', '1.0 KLINGON;', "The encoding 'KLINGON' of the grammar is not known"],
    ['false', '1.0 UTF-16;', "declares the encoding 'UTF-16' but its bytes are not in it"],
  ])('refuses an %s encoding', (_what, header, message) => {
    const source = Buffer.from(ABNF.replace('1.0;', header));
    expect(failure(() => readGrammar(source)).message).toContain(message);
  });
});

describe('detection', () => {
  it('goes by content, whatever the extension or a type that is no grammar type', () => {
    expect(readGrammar(ABNF, { uri: 'a.grxml', mediaType: 'text/plain' }).format).toBe('abnf');
    expect(readGrammar(JSGF, { uri: 'a.gram' }).format).toBe('jsgf');
    expect(readGrammar(`\n ${XML}`, { mediaType: 'application/srgs+xml; charset=utf-8' }).format).toBe('xml');
  });

  it('refuses content that contradicts its media type', () => {
    const error = failure(() => readGrammar(ABNF, { mediaType: 'Application/SRGS+xml', uri: 'a.gram' }));
    expect(error).toMatchObject({ code: 'invalid', uri: 'a.gram' });
    expect(error.message).toContain('stands for SRGS XML but the grammar is written in SRGS ABNF');
  });

  it.each([
    [{ mediaType: 'application/srgs' }, '#ABNF 1.0;'],
    [{ mediaType: 'application/x-jsgf', uri: 'a.grxml' }, '#JSGF V1.0;'],
    [{ uri: 'http://x/a.jsgf?version=2' }, '#JSGF V1.0;'],
    [{ uri: 'a.grxml' }, 'not well formed'],
    [{ uri: 'a.txt' }, 'This is not a grammar'],
    [{}, 'This is not a grammar'],
  ])('with %j explains what a text that says nothing lacks', (options, message) => {
    expect(failure(() => readGrammar('hello', options)).message).toContain(message);
  });

  it('says that there is nothing', () => {
    expect(failure(() => readGrammar(new Uint8Array())).message).toContain('found nothing');
  });
});

describe('limits', () => {
  const nested = (open: string, close: string, depth: number) =>
    `${open.repeat(depth)}a${close.repeat(depth)}`;
  const abnf = (body: string) => `#ABNF 1.0;\nlanguage en;\n${body}`;
  const jsgf = (body: string) => `#JSGF V1.0;\ngrammar g;\n${body}`;
  const xml = (body: string) => XML.replace('été', body);

  it.each<[string, string, string]>([
    ['depth', 'parentheses in ABNF', abnf(`$a = ${nested('(', ')', 100_000)};`)],
    ['depth', 'brackets in ABNF', abnf(`$a = ${nested('[', ']', 100_000)};`)],
    ['depth', 'parentheses in JSGF', jsgf(`<a> = ${nested('(', ')', 100_000)};`)],
    ['depth', 'stars in JSGF', jsgf(`<a> = b${'*'.repeat(100_000)};`)],
    ['depth', 'items in XML', xml(nested('<item>', '</item>', 100_000))],
    ['depth', 'never closed items in XML', xml('<item>'.repeat(100_000))],
    ['rules', 'rules in ABNF', abnf(Array.from({ length: 101 }, (_, n) => `$r${n} = a;`).join(''))],
    ['rules', 'rules in JSGF', jsgf(Array.from({ length: 101 }, (_, n) => `<r${n}> = a;`).join(''))],
    ['tokens', 'words in XML', xml('a '.repeat(1001))],
    ['tokens', 'words in ABNF', abnf(`$a = ${'a '.repeat(1001)};`)],
    ['tokens', 'words in JSGF', jsgf(`<a> = ${'a '.repeat(1001)};`)],
    ['tags', 'tags in XML', xml('<tag/>'.repeat(501))],
    ['tags', 'tags in ABNF', abnf(`$a = ${'{}'.repeat(501)};`)],
    ['tags', 'tags in JSGF', jsgf(`<a> = a ${'{}'.repeat(501)};`)],
    ['bytes', 'text', abnf('//'.padEnd(5_000_000))],
  ])('stops at too many %s: %s', (limit, _what, source) => {
    const error = failure(() =>
      readGrammar(source, { limits: { rules: 100, tokens: 1000, tags: 500, bytes: 4_000_000 } }),
    );
    expect(error).toMatchObject({ code: 'limit' satisfies GrammarErrorCode, limit });
  });

  it('counts bytes, not characters', () => {
    expect(failure(() => readGrammar('é'.repeat(6), { limits: { bytes: 11 } })).limit).toBe('bytes');
  });

  it('reads a long list, a long tag and a wide text within them', () => {
    const names = Array.from({ length: 50_000 }, (_, n) => `name${n} surname`).join(' | ');
    expect(readGrammar(abnf(`$a = ${names};`)).rules[0]!.expansion).toMatchObject({ kind: 'alternatives' });
    const tag = '\\\\{'.repeat(300_000);
    expect(readGrammar(jsgf(`<a> = a {${tag}};`)).rules).toHaveLength(1);
    expect(readGrammar(xml('a &amp; '.repeat(200_000))).rules).toHaveLength(1);
    const comment = `/**${'\n* @example a'.repeat(200_000)}*/`;
    expect(readGrammar(abnf(`${comment}$a = a;`)).rules[0]!.examples).toHaveLength(200_000);
  });
});
