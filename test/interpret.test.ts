import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Interpretation,
  JSGF,
  PIZZA,
  PIZZA_XML,
  startInterpretation,
} from './support/interpretation.ts';
import { startServer } from './support/server.ts';

let interpretation: Interpretation;
const ask: Interpretation['ask'] = (...request) => interpretation.ask(...request);

beforeAll(async () => {
  interpretation = await startInterpretation();
});

afterAll(() => interpretation.stop());

type Answer = Awaited<ReturnType<typeof ask>>;

/** Tries again as a client should: on a busy machine the last of many requests may wait longer than the server lets them. */
async function untilFree(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await request();
    if (answer.status !== 503) return answer;
  }
}

it('answers CANCELED when the server stops before it could finish', async () => {
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

  it('interpretation.fetches() a grammar over HTTP where policy allows it, once', async () => {
    const before = interpretation.fetches();
    for (let time = 0; time < 3; time++) {
      expect(
        (await ask(`${interpretation.webUrl}/pizza.abnf`, 'a small pizza')).json().alternatives[0]
          .interpretations,
      ).toEqual(['{"count":1,"size":"S"}']);
    }
    expect(interpretation.fetches() - before).toBe(1);
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

  it('takes any content type on the earlier variant', async () => {
    const answer = await ask('file:drink.grxml', 'tea', {
      path: '/asr-server/rest/interpret',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.json().result_status).toBe('RECOGNIZED');
  });

  it('accepts text of exactly the longest length', async () => {
    const answer = await ask('builtin:slm/general', '😀'.repeat(10_000), {
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
    });
    expect(answer.json().alternatives[0].text).toBe('😀'.repeat(10_000));
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
        return untilFree(() => ask(undefined, form));
      }),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('reads the text and the grammar of a form each in its own charset', async () => {
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
      part('text', 'text/plain; charset=iso-8859-1', Buffer.from('não', 'latin1')),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect((await ask(undefined, new Uint8Array(body), { headers })).json().result_status).toBe('RECOGNIZED');
  });

  it('notes the device and the logging tag, and answers wrong methods in the form asked for', async () => {
    await ask('file:drink.grxml', 'tea', { headers: { 'user-agent': 'Device/7', loggingTag: 'tag 1' } });
    await expect.poll(() => interpretation.server.log()).toMatch(/"agent":"Device\/7","tag":"tag 1"/);
    const wrong = await fetch(`${interpretation.server.url}/asr/rest/v3/interpret`, {
      headers: { accept: 'application/xml' },
    });
    expect([wrong.status, await wrong.text()]).toEqual([405, expect.stringContaining('<ErrorResponse>')]);
  });

  it('keeps no text, grammar or meaning in its log', () => {
    expect(interpretation.server.log()).not.toMatch(/pizzas|coffee|call home/);
  });
});
