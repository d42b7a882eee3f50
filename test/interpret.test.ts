import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, startServer, type TestServer } from './support/server.ts';

const PIZZA = `#ABNF 1.0 UTF-8;
language en-US;
mode voice;
root $order;
tag-format <semantics/1.0>;
public $order = [I would like] $count $size pizza {!{out = {count: rules.count, size: rules.size};}!};
$count = (a | one) {out = 1;} | two {out = 2;};
$size = small {out = "S";} | large {out = "L";};
`;
const PIZZA_XML = `<?xml version="1.0"?>
<grammar version="1.0" xmlns="http://www.w3.org/2001/06/grammar" xml:lang="en" root="drink" tag-format="semantics/1.0-literals">
  <rule id="drink" scope="public"><one-of><item>tea<tag>T</tag></item><item>coffee<tag>C</tag></item></one-of></rule>
</grammar>`;
const JSGF =
  '#JSGF V1.0 UTF-8 en;\ngrammar lights;\npublic <command> = turn (on {ON} | off {OFF}) [please];\n';
const AMBIGUOUS = `#ABNF 1.0;
language en; root $r; tag-format <semantics/1.0>;
public $r = /3/ call home {out = "phone";} | /1/ call home {out = "visit";};
`;
const THROWS =
  '#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = hello {throw new Error("no")};\n';
const LOOPS =
  '#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = hello {!{while (true) {}}!};\n';
const BROKEN = '#ABNF 1.0;\nlanguage en;\nroot $r;\npublic $r = hello | ;\n';

let server: TestServer;
let web: Server;
let webUrl: string;
let fetches = 0;

beforeAll(async () => {
  const folder = newFolder();
  const grammars = join(folder, 'grammars');
  mkdirSync(grammars);
  for (const [name, content] of Object.entries({
    'pizza.abnf': PIZZA,
    'drink.grxml': PIZZA_XML,
    'lights.jsgf': JSGF,
    'home.abnf': AMBIGUOUS,
    'throws.abnf': THROWS,
    'loops.abnf': LOOPS,
    'broken.abnf': BROKEN,
  })) {
    writeFileSync(join(grammars, name), content);
  }
  writeFileSync(join(folder, 'secret.abnf'), PIZZA);
  symlinkSync(join(folder, 'secret.abnf'), join(grammars, 'link.abnf'));
  web = createServer((request, response) => {
    fetches++;
    if (request.url === '/pizza.abnf') response.setHeader('content-type', 'application/srgs').end(PIZZA);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  server = await startServer(
    { LOCUTOR_GRAMMAR_HOSTS: `127.0.0.1:${(web.address() as AddressInfo).port}` },
    folder,
  );
});

afterAll(async () => {
  web.close();
  await server.stop();
});

it('tells a client CANCELED when the server stops before it could finish', async () => {
  // A host that takes the request and never answers.
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  const stopping = await startServer({ LOCUTOR_GRAMMAR_HOSTS: '127.0.0.1', LOCUTOR_SHUTDOWN_SECONDS: '1' });
  const reached = new Promise((resolve) => silent.once('request', resolve));
  const answer = fetch(`${stopping.url}/asr/rest/v3/interpret?lm=http://127.0.0.1:${port}/x`, {
    method: 'POST',
    body: 'hello',
  });
  await reached;
  const code = stopping.stop();
  expect(await (await answer).json()).toEqual({ result_status: 'CANCELED', alternatives: [] });
  expect(await code).toBe(0);
  silent.closeAllConnections();
  silent.close();
});

interface Options {
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
}

async function ask(lm: string | string[] | undefined, body: Options['body'], options: Options = {}) {
  const query =
    lm === undefined
      ? ''
      : `?${[lm]
          .flat()
          .map((each) => `lm=${encodeURIComponent(each)}`)
          .join('&')}`;
  const headers = { ...(typeof body === 'string' && { 'content-type': 'text/plain' }), ...options.headers };
  const answer = await fetch(`${server.url}${options.path ?? '/asr/rest/v3/interpret'}${query}`, {
    method: 'POST',
    body: body as never,
    headers,
  });
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text,
    json: () => JSON.parse(text),
  };
}

describe('INTERPRET', () => {
  it.each(['/asr/rest/v3/interpret', '/asr-server/rest/interpret', '/asr/rest/v3/interpret/'])(
    '%s gives the meaning as one object',
    async (path) => {
      const answer = await ask('file:pizza.abnf', 'I would like two large pizza', { path });
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({
        result_status: 'RECOGNIZED',
        alternatives: [
          {
            index: 0,
            text: 'I would like two large pizza',
            score: 100,
            lm: 'file:pizza.abnf',
            interpretations: ['{"count":2,"size":"L"}'],
            interpretation_scores: [100],
          },
        ],
      });
    },
  );

  it('answers as XML under recognition_result', async () => {
    const { type, text } = await ask('file:drink.grxml', 'Tea!', { headers: { accept: 'application/xml' } });
    expect(type).toBe('application/xml; charset=utf-8');
    expect(text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<recognition_result><result_status>RECOGNIZED</result_status><alternatives><alternative><index>0</index><text>tea</text><score>100</score><lm>file:drink.grxml</lm><interpretations><interpretation>T</interpretation></interpretations><interpretation_scores><interpretation_score>100</interpretation_score></interpretation_scores></alternative></alternatives></recognition_result>',
    );
  });

  it('says NO_MATCH with no alternatives', async () => {
    expect((await ask('file:pizza.abnf', 'three pizzas')).json()).toEqual({
      result_status: 'NO_MATCH',
      alternatives: [],
    });
    expect((await ask('file:pizza.abnf', 'x', { headers: { accept: 'application/xml' } })).text).toContain(
      '<result_status>NO_MATCH</result_status><alternatives/>',
    );
  });

  it.each(['builtin:slm/general', 'builtin:slm/pt', 'builtin:slm/auto'])(
    'returns the text itself for %s',
    async (lm) => {
      expect((await ask(lm, 'Anything at all.')).json()).toEqual({
        result_status: 'RECOGNIZED',
        alternatives: [
          {
            index: 0,
            text: 'Anything at all.',
            score: 100,
            lm,
            interpretations: [],
            interpretation_scores: [],
          },
        ],
      });
    },
  );

  it.each([
    ['builtin:grammar/boolean', 'yes', 'true'],
    ['builtin:grammar/boolean?language=pt', 'não', 'false'],
    ['builtin:grammar/digits?length=4', 'one two double three', '1233'],
    ['builtin:grammar/number', 'nineteen eighty four', '1984'],
    ['builtin:grammar/currency?language=pt', 'mil e quinhentos reais e vinte centavos', 'BRL1500.20'],
    ['builtin:grammar/date', 'january thirteenth', '????0113'],
    ['builtin:grammar/date', 'february thirtieth', undefined],
    ['builtin:grammar/currency', '$18.04', 'USD18.04'],
    ['builtin:grammar/time', 'half past five in the afternoon', '0530p'],
    ['builtin:grammar/time', "six o'clock", '0600?'],
  ])('%s understands %j as %s', async (lm, text, meaning) => {
    const { alternatives } = (await ask(lm, text)).json();
    expect(alternatives[0]?.interpretations[0]).toBe(meaning);
  });

  it('reads JSGF', async () => {
    expect((await ask('file:lights.jsgf', 'turn off please')).json().alternatives[0].interpretations).toEqual(
      ['OFF'],
    );
  });

  it('lists the meanings of an ambiguous text best first, with their scores', async () => {
    const [alternative] = (await ask('file:home.abnf', 'call home')).json().alternatives;
    expect(alternative.interpretations).toEqual(['phone', 'visit']);
    expect(alternative.interpretation_scores).toEqual([75, 25]);
  });

  it('takes several language models and says which one matched', async () => {
    const lms = ['file:pizza.abnf', 'file:drink.grxml', 'builtin:slm/general'];
    const one = (await ask(lms, 'coffee')).json();
    expect(one.alternatives.map((each: { lm: string }) => each.lm)).toEqual(['file:drink.grxml']);
    const two = (await ask(lms, 'coffee', { headers: { 'decoder-maxSentences': '5' } })).json();
    expect(two.alternatives.map(({ index, lm }: { index: number; lm: string }) => [index, lm])).toEqual([
      [0, 'file:drink.grxml'],
      [1, 'builtin:slm/general'],
    ]);
  });

  it('fetches a grammar over HTTP where policy allows it, once', async () => {
    const before = fetches;
    for (let time = 0; time < 3; time++) {
      expect(
        (await ask(`${webUrl}/pizza.abnf`, 'a small pizza')).json().alternatives[0].interpretations,
      ).toEqual(['{"count":1,"size":"S"}']);
    }
    expect(fetches - before).toBe(1);
  });

  it.each([
    ['application/srgs', PIZZA, 'two small pizza', '{"count":2,"size":"S"}'],
    ['application/srgs+xml', PIZZA_XML, 'coffee', 'C'],
    ['application/jsgf', JSGF, 'turn on', 'ON'],
  ])('takes an inline grammar of type %s', async (type, grammar, text, meaning) => {
    const form = new FormData();
    form.append('lm', new Blob([grammar], { type }), 'grammar');
    form.append('text', text);
    const answer = (await ask(undefined, form)).json();
    expect(answer.alternatives[0]).toMatchObject({ lm: 'inline:0', interpretations: [meaning] });
  });

  it('takes a tag that throws as a refusal, one that never ends as a failure, and goes on', async () => {
    expect((await ask('file:throws.abnf', 'hello')).json()).toEqual({
      result_status: 'NO_MATCH',
      alternatives: [],
    });
    expect((await ask('file:loops.abnf', 'hello')).json()).toEqual({
      result_status: 'FAILURE',
      alternatives: [],
    });
    expect((await ask('file:drink.grxml', 'tea')).json().result_status).toBe('RECOGNIZED');
  });

  it.each<[string, number, string, string | string[] | undefined, Options['body'], Options?]>([
    ['no lm', 400, 'ERR_LM_REQUIRED', undefined, 'x'],
    ['an empty lm', 400, 'ERR_LM_REQUIRED', '', 'x'],
    ['an lm of no scheme', 404, 'ERR_LM_NOT_FOUND', 'pizza', 'x'],
    ['a scheme nobody knows', 404, 'ERR_LM_NOT_FOUND', 'ftp://x/y', 'x'],
    ['an unknown builtin', 404, 'ERR_LM_NOT_FOUND', 'builtin:grammar/nothing', 'x'],
    ['an unknown free-speech model', 404, 'ERR_LM_NOT_FOUND', 'builtin:slm/xx', 'x'],
    ['a missing file', 404, 'ERR_LM_NOT_FOUND', 'file:nothing.abnf', 'x'],
    ['a file outside the folder', 403, 'ERR_LM_FORBIDDEN', 'file:../secret.abnf', 'x'],
    ['a link out of the folder', 403, 'ERR_LM_FORBIDDEN', 'file:link.abnf', 'x'],
    ['a loopback address', 403, 'ERR_LM_FORBIDDEN', 'http://127.0.0.1:1/x', 'x'],
    ['a metadata address', 403, 'ERR_LM_FORBIDDEN', 'http://169.254.169.254/latest', 'x'],
    ['a grammar that does not parse', 422, 'ERR_LM_INVALID', 'file:broken.abnf', 'x'],
    [
      'a builtin parameter out of range',
      400,
      'ERR_INVALID_PARAMETER',
      'builtin:grammar/digits?minlength=5;maxlength=2',
      'x',
    ],
    ['no text', 400, 'ERR_EMPTY_BODY', 'file:pizza.abnf', ''],
    ['blank text', 400, 'ERR_EMPTY_BODY', 'file:pizza.abnf', ' \n '],
    ['too long a text', 413, 'ERR_TOO_LARGE', 'file:pizza.abnf', 'x'.repeat(10_001)],
    ['a text of many megabytes', 413, 'ERR_TOO_LARGE', 'file:pizza.abnf', 'x'.repeat(5_000_000)],
    [
      'a compressed text',
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      'file:pizza.abnf',
      'x',
      { headers: { 'content-encoding': 'gzip' } },
    ],
    [
      'another type',
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      'file:pizza.abnf',
      'x',
      { headers: { 'content-type': 'application/json' } },
    ],
    [
      'nothing acceptable',
      406,
      'ERR_NOT_ACCEPTABLE',
      'file:pizza.abnf',
      'x',
      { headers: { accept: 'image/png' } },
    ],
    [
      'a bad configuration header',
      400,
      'ERR_INVALID_PARAMETER',
      'file:pizza.abnf',
      'x',
      { headers: { 'decoder-maxSentences': '11' } },
    ],
    [
      'an unknown configuration header',
      400,
      'ERR_INVALID_PARAMETER',
      'file:pizza.abnf',
      'x',
      { headers: { 'decoder-magic': '1' } },
    ],
    [
      'a wrong token',
      401,
      'ERR_UNAUTHORIZED',
      'file:pizza.abnf',
      'x',
      { headers: { authorization: 'Bearer wrong' } },
    ],
    [
      'a broken form',
      400,
      'ERR_MALFORMED_REQUEST',
      'file:pizza.abnf',
      '--x\r\nnothing',
      { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
  ])('refuses %s with %i %s', async (_what, status, code, lm, body, options) => {
    const answer = await ask(lm, body, options);
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    expect(Object.keys(answer.json())).toEqual(['code', 'message']);
    const xml = await ask(lm, body, {
      ...options,
      headers: { accept: 'application/xml', ...options?.headers },
    });
    if (status !== 406) expect(xml.text).toContain(`<ErrorResponse><code>${code}</code><message>`);
  });

  it('names the URI of a model it cannot find, and the line and column of a mistake', async () => {
    expect((await ask('file:nothing.abnf', 'x')).json().message).toContain(
      'the language model "file:nothing.abnf" was not found',
    );
    expect((await ask('file:broken.abnf', 'x')).json().message).toMatch(/line 4, column \d+/);
  });

  it('takes any content type on the earlier variant', async () => {
    const answer = await ask('file:drink.grxml', 'tea', {
      path: '/asr-server/rest/interpret',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.json().result_status).toBe('RECOGNIZED');
  });

  it('takes text of exactly the longest length, in any charset label', async () => {
    const answer = await ask('builtin:slm/general', '😀'.repeat(10_000), {
      headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
    });
    expect(answer.json().alternatives[0].text).toBe('😀'.repeat(10_000));
  });

  it.each<[string, [string, string | Blob][], number, string]>([
    ['no text part', [['lm', new Blob([PIZZA])]], 400, 'ERR_EMPTY_BODY'],
    ['an unknown part', [['grammar', 'x']], 400, 'ERR_INVALID_PARAMETER'],
    [
      'two texts',
      [
        ['text', 'a'],
        ['text', 'b'],
      ],
      400,
      'ERR_INVALID_PARAMETER',
    ],
    ['a grammar over a mebibyte', [['lm', new Blob(['x'.repeat(1024 ** 2 + 1)])]], 413, 'ERR_TOO_LARGE'],
    [
      'a grammar that is none',
      [
        ['lm', new Blob(['hello'])],
        ['text', 'a'],
      ],
      422,
      'ERR_LM_INVALID',
    ],
    ['neither grammar nor lm', [['text', 'a']], 400, 'ERR_LM_REQUIRED'],
  ])('refuses a form with %s', async (_what, parts, status, code) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value as string);
    const answer = await ask(undefined, form);
    expect([answer.status, answer.json().code]).toEqual([status, code]);
  });

  it('answers sixteen clients at once, each with its own meaning', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => ask('builtin:grammar/number', String(n * 37))),
    );
    expect(answers.map((answer) => answer.json().alternatives[0].interpretations[0])).toEqual(
      Array.from({ length: 64 }, (_, n) => String(n * 37)),
    );
  });

  it('serves more distinct grammars at once than it keeps', async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) => {
        const form = new FormData();
        form.append('lm', new Blob([`#JSGF V1.0;\ngrammar g${n};\npublic <r> = word${n};\n`]), 'g.jsgf');
        form.append('text', `word${n}`);
        return ask(undefined, form);
      }),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('takes the text and the grammar of a form as the bytes they are', async () => {
    const boundary = 'x';
    const part = (name: string, type: string, content: Buffer) =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
        ),
        content,
        Buffer.from('\r\n'),
      ]);
    const grammar =
      '<?xml version="1.0" encoding="ISO-8859-1"?><grammar version="1.0" xmlns="http://www.w3.org/2001/06/grammar" xml:lang="pt" root="r"><rule id="r">n\u00e3o</rule></grammar>';
    const body = Buffer.concat([
      part('lm', 'application/srgs+xml', Buffer.from(grammar, 'latin1')),
      part('text', 'text/plain; charset=iso-8859-1', Buffer.from('não')),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect((await ask(undefined, new Uint8Array(body), { headers })).json().result_status).toBe('RECOGNIZED');
  });

  it('notes the device and the logging tag, and answers wrong methods in the form asked for', async () => {
    await ask('file:drink.grxml', 'tea', { headers: { 'user-agent': 'Device/7', loggingTag: 'tag 1' } });
    await expect.poll(() => server.log(), { timeout: 5000 }).toMatch(/"agent":"Device\/7","tag":"tag 1"/);
    const wrong = await fetch(`${server.url}/asr/rest/v3/interpret`, {
      headers: { accept: 'application/xml' },
    });
    expect([wrong.status, await wrong.text()]).toEqual([405, expect.stringContaining('<ErrorResponse>')]);
  });

  it('keeps no text, grammar or meaning in its log', () => {
    expect(server.log()).not.toMatch(/pizzas|coffee|call home/);
  });
});
