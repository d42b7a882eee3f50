import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';
import type { Synthesis } from './synthesis.ts';
import { plainSynthesis, switchedSynthesis } from './testing.ts';

const PATH = '/rest/v2/synthesize';
const DEFAULT_WAV = { codec: 'wav', sampleRate: 16_000, channels: 1, bitsPerSample: 16, kbps: 256 };

const apps = new Map<string, ReturnType<typeof appForTest>>();
const { synthesis: switched, inputs, use } = switchedSynthesis();
const bills: object[] = [];

/** One app per environment, with the synthesis of whichever test is running. */
function appWith(env: NodeJS.ProcessEnv = {}) {
  const key = JSON.stringify(env);
  const billing = {
    bill: async (record: object) => {
      bills.push(record);
      return String(bills.length);
    },
  };
  const app = apps.get(key) ?? appForTest(env, { synthesis: switched, billing });
  apps.set(key, app);
  return app;
}

interface Asked {
  method?: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'DELETE';
  url?: string;
  payload?: string | Buffer;
  headers?: Record<string, string>;
  env?: NodeJS.ProcessEnv;
  synthesis?: Synthesis;
}

async function ask({ method = 'POST', url = PATH, payload, headers, env, synthesis }: Asked) {
  use(synthesis ?? plainSynthesis());
  const app = await appWith(env);
  const answer = await app.inject({
    method,
    url,
    ...(payload !== undefined && { payload }),
    headers: { ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, json: () => answer.json() };
}

const json = (body: unknown, more: Asked = {}) =>
  ask({
    ...more,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...more.headers },
  });
const query = (parameters: Record<string, string>, more: Asked = {}) =>
  ask({ method: 'GET', ...more, url: `${more.url ?? PATH}?${new URLSearchParams(parameters)}` });
const ssml = (document: string, more: Asked = {}) =>
  ask({
    ...more,
    url: `${more.url ?? PATH}/ssml`,
    payload: document,
    headers: { 'content-type': 'application/ssml+xml', ...more.headers },
  });

describe('a synthesis', () => {
  it('speaks with the default voice into the first WAV', async () => {
    const { status, headers, body } = await json({ text: ' Hello world ' });
    expect([status, headers['content-type'], body]).toEqual([200, 'audio/wav', 'Hello world ']);
    expect(inputs).toEqual([
      {
        ...{ text: 'Hello world', ssml: false, voice: 'af_heart', language: 'en', rate: 1, volume: 1 },
        ...{ model: 'kokoro', format: DEFAULT_WAV },
      },
    ]);
  });

  const asked = {
    ...{ text: 'Olá', voice: 'pf_dora-quality', encoder: 'mp3/16k/24kbps/mono' },
    ...{ volume: 1.5, rate: 0.5, cache: false, filename: 'olá.mp3' },
  };
  const expected = {
    ...{ voice: 'pf_dora', language: 'pt', model: 'kokoro-full', rate: 0.5, volume: 1.5 },
    format: { codec: 'mp3', sampleRate: 16_000, channels: 1, bitsPerSample: 16, kbps: 24 },
  };
  it('takes its parameters from JSON, and tolerates others', async () => {
    const { status, headers } = await json({ ...asked, unknown: [1], sampling: null });
    expect([status, headers['content-type']]).toEqual([200, 'audio/mpeg']);
    expect(headers['content-disposition']).toBe(
      'attachment; filename="ol?.mp3"; filename*=UTF-8\'\'ol%C3%A1.mp3',
    );
    expect(inputs).toMatchObject([{ text: 'Olá', ssml: false, ...expected }]);
  });
  it('takes them from a query', async () => {
    const texts = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    const { status } = await query({ ...texts, unknown: 'x' });
    expect([status, inputs]).toMatchObject([200, [{ text: 'Olá', ...expected }]]);
  });
  it('takes them from headers beside SSML', async () => {
    const { text: _, ...sent } = asked;
    const headers = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [
        `x-${name}`,
        Buffer.from(String(value)).toString('latin1'),
      ]),
    );
    const answer = await ssml('<speak>Olá</speak>', { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain('ol%C3%A1.mp3');
    expect(inputs).toMatchObject([{ text: '<speak>Olá</speak>', ssml: true, ...expected }]);
  });

  it('counts what is empty or null as absent, and a text as what it means', async () => {
    const { status } = await json({ text: 'Hi', voice: null, encoder: '', rate: '1.5', cache: 'false' });
    expect([status, inputs]).toMatchObject([200, [{ voice: 'af_heart', rate: 1.5, format: DEFAULT_WAV }]]);
  });

  it.each([
    ['/rest/v2/synthesize', {}, { codec: 'wav', sampleRate: 16_000, kbps: 256 }],
    ['/rest/v2/synthesize', { LOCUTOR_ENCODER_CATALOG: 'B' }, { codec: 'wav', sampleRate: 8000, kbps: 128 }],
    ['/tts/rest/v2/synthesize', {}, { codec: 'wav', sampleRate: 8000, bitsPerSample: 8 }],
    ['/p/tts/rest/v2/synthesize', { LOCUTOR_PATH_PREFIX: '/p' }, { codec: 'wav', bitsPerSample: 8 }],
  ])('at %s with %j encodes into %j by default', async (url, env, format) => {
    for (const answer of [
      await json({ text: 'Hi' }, { url, env }),
      await query({ text: 'Hi' }, { url, env }),
      await ssml('<speak>Hi</speak>', { url, env }),
    ]) {
      expect(answer.status).toBe(200);
      expect(inputs).toMatchObject([{ format }]);
    }
  });

  it.each([
    [{ LOCUTOR_LANGUAGE: 'pt-BR' }, 'pf_dora', 'kokoro'],
    [{ LOCUTOR_LANGUAGE: 'ja' }, 'af_heart', 'kokoro'],
    [{ LOCUTOR_SYNTHESIS_VOICE: 'bm_george-quality' }, 'bm_george', 'kokoro-full'],
  ])('with %j speaks as %s', async (env, voice, model) => {
    await json({ text: 'Hi' }, { env });
    expect(inputs).toMatchObject([{ voice, model }]);
  });
});

describe('a request that cannot be served', () => {
  it.each<[unknown, number, string, RegExp]>([
    [{ text: 'Hi', voice: 'nobody' }, 404, 'ERR_VOICE_NOT_FOUND', /"nobody".*\/rest\/v2\/voices/],
    [{ text: 'Hi', encoder: 'wav/8000/8/1' }, 404, 'ERR_ENCODER_NOT_FOUND', /"wav\/8000\/8\/1"/],
    [{ text: 'Hi', rate: 5 }, 400, 'ERR_INVALID_PARAMETER', /rate: expected a number from 0.3 to 3, got 5/],
    [{ text: 'Hi', volume: 'loud' }, 400, 'ERR_INVALID_PARAMETER', /volume/],
    [{ text: 'Hi', cache: 7 }, 400, 'ERR_INVALID_PARAMETER', /cache: expected true or false, got 7/],
    [{ text: 'Hi', filename: 'a\nb' }, 400, 'ERR_INVALID_PARAMETER', /filename: expected no characters/],
    [{ text: 'Hi', filename: 'a'.repeat(256) }, 400, 'ERR_INVALID_PARAMETER', /at most 255/],
    [{ text: 7 }, 400, 'ERR_INVALID_PARAMETER', /text: expected a text, got 7/],
    [{ text: ['a', 'b'] }, 400, 'ERR_INVALID_PARAMETER', /text comes more than once/],
    [{ text: ' \n ' }, 400, 'ERR_EMPTY_BODY', /no text to speak/],
    [{}, 400, 'ERR_EMPTY_BODY', /no text to speak/],
    [[], 400, 'ERR_INVALID_PARAMETER', /the body: expected an object/],
    [{ text: 'é'.repeat(10_001) }, 413, 'ERR_TOO_LARGE', /10001 characters; the limit is 10000/],
    [{ text: 'a'.repeat(1_000_000) }, 413, 'ERR_TOO_LARGE', /bytes/],
  ])('%#: is refused', async (body, status, code, message) => {
    const answer = await json(body);
    expect([answer.status, answer.json().code, answer.headers['content-disposition']]).toEqual([
      status,
      code,
      undefined,
    ]);
    expect(answer.json().message).toMatch(message);
    expect(inputs).toEqual([]);
  });

  it('accepts exactly as many characters as the setting says', async () => {
    const env = { LOCUTOR_SYNTHESIS_MAX_CHARACTERS: '5' };
    expect((await json({ text: '😀😀😀😀😀' }, { env })).status).toBe(200);
    expect((await json({ text: '😀😀😀😀😀a' }, { env })).status).toBe(413);
    expect((await query({ text: 'abcdef' }, { env })).status).toBe(413);
    expect((await ssml('<speak/>', { env })).status).toBe(413);
  });

  it.each<[Asked, number, string]>([
    [{ payload: '{', headers: { 'content-type': 'application/json' } }, 400, 'ERR_INVALID_PARAMETER'],
    [{ payload: '', headers: { 'content-type': 'application/json' } }, 400, 'ERR_EMPTY_BODY'],
    [{ payload: 'text=Hi' }, 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    [
      {
        payload: '{"text":"Hi"}',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      },
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      { url: `${PATH}/ssml`, payload: 'x', headers: { 'content-type': 'image/png' } },
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      {
        url: `${PATH}/ssml`,
        payload: Buffer.from([0xff, 0xfe, 0xfd]),
        headers: { 'content-type': 'text/xml' },
      },
      400,
      'ERR_MALFORMED_REQUEST',
    ],
    [{ url: `${PATH}/ssml`, payload: '', headers: {} }, 400, 'ERR_EMPTY_BODY'],
    [{ url: `${PATH}/ssml`, payload: 'x', headers: { 'x-rate': 'fast' } }, 400, 'ERR_INVALID_PARAMETER'],
    [
      { url: `${PATH}/ssml`, payload: 'x', headers: { 'x-account-tag': 'a b' } },
      400,
      'ERR_INVALID_PARAMETER',
    ],
    [{ method: 'GET', url: PATH }, 400, 'ERR_EMPTY_BODY'],
    [{ method: 'GET', url: `${PATH}?text=a&text=b` }, 400, 'ERR_INVALID_PARAMETER'],
    [{ method: 'GET', url: `${PATH}?text=a`, headers: { accept: 'image/png' } }, 406, 'ERR_NOT_ACCEPTABLE'],
    [{ method: 'DELETE', url: PATH }, 405, 'ERR_METHOD_NOT_ALLOWED'],
    [{ method: 'GET', url: `${PATH}/ssml` }, 405, 'ERR_METHOD_NOT_ALLOWED'],
  ])('%j is %i %s', async (asked, status, code) => {
    const answer = await ask(asked);
    expect([answer.status, answer.json().code]).toEqual([status, code]);
  });

  it('names the header that is wrong', async () => {
    const answer = await ssml('<speak>Hi</speak>', { headers: { 'x-volume': '3' } });
    expect(answer.json().message).toBe('X-Volume: expected a number from 0 to 2, got "3"');
  });

  it('is told so in XML where Accept prefers that', async () => {
    const headers = { accept: 'audio/wav, application/xml;q=0.5' };
    const answer = await query({ text: 'Hi', voice: 'nobody' }, { headers });
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/xml; charset=utf-8']);
    expect(answer.body).toContain('<code>ERR_VOICE_NOT_FOUND</code>');
  });

  it('never gets a 500 for any JSON or query', async () => {
    const fields = fc.record(
      {
        text: fc.anything(),
        voice: fc.anything(),
        encoder: fc.anything(),
        rate: fc.anything(),
        volume: fc.anything(),
        filename: fc.oneof(fc.anything(), fc.string({ unit: 'binary' })),
        cache: fc.anything(),
        __proto__: fc.anything(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, async (body) => {
        const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value));
        const headers = { 'content-type': 'application/json' };
        expect((await ask({ payload: text, headers })).status).toBeLessThan(500);
      }),
      { numRuns: 80 },
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), async (sent) => {
        expect((await query({ text: 'Hi', ...sent })).status).toBeLessThan(500);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the Accept header', () => {
  it.each([
    undefined,
    '',
    'audio/x-wav ',
    'audio/wav',
    'audio/mpeg',
    'audio/*;q=0.1',
    '*/*',
    'application/octet-stream',
    'application/json, text/plain, */*',
    'nonsense',
  ])('%j leaves room for audio', async (accept) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    expect((await query({ text: 'Hi' }, { headers })).status).toBe(200);
  });

  it.each(['image/png', 'application/json', 'text/xml', 'audio/*;q=0', 'text/html, application/xml'])(
    '%j does not',
    async (accept) => {
      expect((await query({ text: 'Hi' }, { headers: { accept } })).status).toBe(406);
    },
  );
});

describe('methods', () => {
  it('HEAD checks the parameters and speaks nothing', async () => {
    const answer = await query({ text: 'Hi' }, { method: 'HEAD' });
    expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([200, 'audio/wav', '']);
    expect(answer.headers['content-length']).toBeUndefined();
    expect((await query({ text: 'Hi', voice: 'nobody' }, { method: 'HEAD' })).status).toBe(404);
    expect(inputs).toEqual([]);
  });

  it('OPTIONS lists them', async () => {
    const allowed = async (url: string) => {
      const { status, headers } = await ask({ method: 'OPTIONS', url });
      return [status, String(headers.allow).split(', ').sort().join(' ')];
    };
    expect(await allowed(PATH)).toEqual([204, 'GET HEAD OPTIONS POST']);
    expect(await allowed(`${PATH}/ssml`)).toEqual([204, 'OPTIONS POST']);
    expect(await allowed('/tts/rest/v2/voices')).toEqual([204, 'GET HEAD OPTIONS']);
  });
});

describe('billing', () => {
  it('takes the account from X-Account-Tag, and counts characters and audio', async () => {
    bills.length = 0;
    for (const send of [
      () => json({ text: 'Hello world' }, { headers: { 'x-account-tag': 'sales' } }),
      () => query({ text: 'Hello world' }, { headers: { 'x-account-tag': 'sales' } }),
    ]) {
      expect((await send()).status).toBe(200);
    }
    await json({ text: 'Hello world' });
    const record = { operation: 'synthesize', accountTag: 'sales', characters: 11, audioMs: 200 };
    expect(bills).toEqual(Array(2).fill({ ...record, outcome: 'SYNTHESIZED' }));
  });
});

describe('credentials', () => {
  it.each([
    ['synthesize-token', 200],
    ['good-token', 200],
    ['encoders-token', 403],
    ['bad-token', 401],
  ])('%s: %i', async (token, status) => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await query({ text: 'Hi' }, { headers })).status).toBe(status);
    expect((await ask({ method: 'GET', url: '/rest/v2/voices', headers })).status).toBe(status);
  });

  it('are needed where the setting says so', async () => {
    const env = { LOCUTOR_AUTH_SYNTHESIZE: 'required' };
    expect((await query({ text: 'Hi' }, { env })).status).toBe(401);
  });
});

describe('the voices', () => {
  const library = { list: () => [{ name: 'kokoro', ready: true }] } as unknown as Synthesis['library'];
  const listed = (headers: Record<string, string> = {}, url = '/rest/v2/voices') =>
    ask({ method: 'GET', url, headers, synthesis: plainSynthesis(undefined, { library }) });

  it('are listed with their languages, and whether their model is installed', async () => {
    const voices = (await listed()).json() as { name: string; mode: string; available: boolean }[];
    expect(voices[0]).toEqual({
      ...{ name: 'af_heart', languages: ['en-US'], mode: 'PERFORMANCE', available: true },
    });
    expect(voices).toContainEqual({
      ...{ name: 'pf_dora-quality', languages: ['pt-BR'], mode: 'QUALITY', available: false },
    });
    expect(new Set(voices.map(({ name }) => name)).size).toBe(voices.length);
    for (const { name } of voices) expect((await query({ text: 'Hi', voice: name })).status).toBe(200);
    expect((await listed({}, '/tts/rest/v2/voices')).json()).toEqual(voices);
  });

  it('are XML, too', async () => {
    const { headers, body } = await listed({ accept: 'text/xml' });
    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(body).toContain(
      '<VoiceInfos><item><name>af_heart</name><languages><language>en-US</language></languages><mode>PERFORMANCE</mode><available>true</available></item>',
    );
  });
});
