import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSGF, PIZZA_XML } from './support/interpretation.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';

const CITY = '#ABNF 1.0;\nlanguage pt-BR; root $r;\npublic $r = são paulo;\n';

let server: TestServer;
let host = '';
/** Answers with the Content-Type and the grammar that the path consists of. */
const web = createServer((request, response) => {
  const [, type, grammar] = /^\/([^|]*)\|(.*)$/s.exec(decodeURIComponent(request.url!))!;
  response.setHeader('content-type', type!);
  response.end(Buffer.from(grammar!, type!.includes('8859') ? 'latin1' : 'utf8'));
});
const fetchedAs = (type: string, grammar: string) =>
  `http://${host}/${encodeURIComponent(`${type}|${grammar}`)}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  server = await startServer({ LOCUTOR_GRAMMAR_HOSTS: host, LOCUTOR_LANGUAGE: 'EN-us' }, newFolder());
});

afterAll(async () => {
  web.close();
  await server.stop();
});

async function ask(
  query: string,
  body: string | Blob | FormData,
  type?: string,
  path = '/asr/rest/v3/interpret',
) {
  const headers = type === undefined ? {} : { 'content-type': type };
  const answer = await fetch(`${server.url}${path}${query}`, { method: 'POST', body, headers });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const latin1 = (text: string) => new Blob([Buffer.from(text, 'latin1')]);
const form = (...parts: [name: string, content: Blob][]) => {
  const data = new FormData();
  for (const [name, content] of parts) data.append(name, content, name);
  return data;
};

describe('the charset of a text', () => {
  const lm = '?lm=builtin:slm/general';

  it.each(['/asr/rest/v3/interpret', '/asr-server/rest/interpret'])(
    'is what its type says, at %s',
    async (path) => {
      const plain = await ask(lm, latin1('são paulo'), 'text/plain; charset=iso-8859-1', path);
      expect(plain.body.alternatives[0].text).toBe('são paulo');
      const utf8 = await ask(lm, 'são paulo', 'text/plain', path);
      expect(utf8.body.alternatives[0].text).toBe('são paulo');
    },
  );

  it('is known, and the bytes are in it', async () => {
    const unknown = await ask(lm, 'x', 'text/plain; charset=klingon');
    expect([unknown.status, unknown.body.code]).toEqual([415, 'ERR_UNSUPPORTED_MEDIA_TYPE']);
    expect(unknown.body.message).toContain('"klingon"');
    const wrong = await ask(lm, latin1('são paulo'), 'text/plain');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'ERR_MALFORMED_REQUEST']);
    expect(wrong.body.message).toContain('not valid UTF-8');
  });

  it('may be that of a part, of the text and of the grammar', async () => {
    const type = { type: 'text/plain; charset=iso-8859-1' };
    const parts = form(
      ['text', new Blob([Buffer.from('são paulo', 'latin1')], type)],
      ['lm', new Blob([Buffer.from(CITY, 'latin1')], type)],
    );
    const { body } = await ask('', parts);
    expect(body.alternatives[0].text).toBe('são paulo');
    const unknown = form(
      ['text', new Blob(['x'])],
      ['lm', new Blob([CITY], { type: 'text/plain; charset=klingon' })],
    );
    expect((await ask('', unknown)).status).toBe(415);
    const fetched = await ask(
      `?lm=${encodeURIComponent(fetchedAs('text/plain; charset=iso-8859-1', CITY))}`,
      'são paulo',
      'text/plain',
    );
    expect(fetched.body.alternatives[0].text).toBe('são paulo');
  });
});

it.each([
  ['application/xml', PIZZA_XML, 'tea', 'T'],
  ['text/xml; charset=utf-8', PIZZA_XML, 'tea', 'T'],
  ['application/grammar+xml', PIZZA_XML, 'tea', 'T'],
  ['text/jsgf', JSGF, 'turn on', 'ON'],
  ['application/x-jsgf', JSGF, 'turn on', 'ON'],
  ['text/plain', JSGF, 'turn on', 'ON'],
  ['application/octet-stream', PIZZA_XML, 'tea', 'T'],
])('a grammar may be sent, fetched and referred to as %s', async (type, grammar, text, meaning) => {
  const parts = form(['text', new Blob([text])], ['lm', new Blob([grammar], { type })]);
  expect((await ask('', parts)).body.alternatives[0].interpretations).toEqual([meaning]);
  const uri = fetchedAs(type, grammar);
  const fetched = await ask(`?lm=${encodeURIComponent(uri)}`, text, 'text/plain');
  expect(fetched.body.alternatives[0].interpretations).toEqual([meaning]);
  const rule = grammar === JSGF ? '#command' : '';
  const refers = `#ABNF 1.0;\nlanguage en; root $r;\npublic $r = $<${uri}${rule}>~<${type}>;\n`;
  const referring = form(['text', new Blob([text])], ['lm', new Blob([refers])]);
  expect((await ask('', referring)).body.alternatives[0].interpretations).toEqual([meaning]);
});

describe('lm', () => {
  it.each(['builtin:slm/pt-BR', 'builtin:slm/PT', 'builtin:slm/en-US', 'builtin:slm/General'])(
    'may be %s, and the answer repeats it',
    async (lm) => {
      const { body } = await ask(`?lm=${lm}`, 'olá', 'text/plain');
      expect(body.alternatives).toMatchObject([{ text: 'olá', lm }]);
    },
  );

  it('names the language of a builtin grammar by any of its tags, and the configured one by default', async () => {
    expect(
      (await ask('?lm=builtin:grammar/number', 'twenty one', 'text/plain')).body.alternatives[0]
        .interpretations,
    ).toEqual(['21']);
    for (const parameter of ['?language=pt-BR', '?language=PT'])
      expect(
        (await ask(`?lm=builtin:grammar/number${parameter}`, 'vinte e um', 'text/plain')).body.alternatives[0]
          .interpretations,
      ).toEqual(['21']);
  });

  it('needs a prefix, and an error says which', async () => {
    const { status, body } = await ask('?lm=digits', 'x', 'text/plain');
    expect([status, body.code]).toEqual([404, 'ERR_LM_NOT_FOUND']);
    expect(body.message).toBe(
      'the language model "digits" was not found: it has no prefix; an lm starts with builtin:, file:, http: or https:, as in builtin:grammar/digits',
    );
  });

  it.each([
    '/asr/rest/v3/interpret',
    '/asr-server/rest/interpret',
    '/asr/rest/v3/recognize',
    '/asr-server/rest/recognize',
  ])('must not be cut off by an "&" that is not escaped, at %s', async (path) => {
    const query = '?lm=builtin:grammar/digits?minlength=3&maxlength=4';
    const type = path.endsWith('recognize') ? 'audio/wav' : 'text/plain';
    const { status, body } = await ask(query, 'one two', type, path);
    expect([status, body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
    expect(body.message).toContain('lm=builtin:grammar/digits?minlength=3%26maxlength=4');
    expect(body.message).toContain('lm=builtin:grammar/digits?minlength=3;maxlength=4');
  });
});
