import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from './support/server.ts';

interface Encoder {
  name: string;
  codec: string;
  sampleRate: string | number;
  bitsPerSample: number;
  channels: number;
}

let a: TestServer;
let b: TestServer;

beforeAll(async () => {
  [a, b] = await Promise.all([
    startServer(),
    startServer({
      LOCUTOR_ENCODER_CATALOG: 'B',
      LOCUTOR_PATH_PREFIX: '/hosted',
      LOCUTOR_DEPLOYMENT: 'hosted',
    }),
  ]);
});

afterAll(async () => {
  await Promise.all([a.stop(), b.stop()]);
});

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

describe('ENCODERS on a running server', () => {
  it.each([
    [
      'variant A',
      () => `${a.url}/rest/v2/encoders`,
      44,
      /^(flac|mp2|mp3|pcm|wav)\/(8|16|22)k\/\d+kbps\/(mono|stereo)$/,
      'string',
    ],
    ['variant A, trailing slash', () => `${a.url}/rest/v2/encoders/`, 44, /kbps/, 'string'],
    [
      'variant B behind a prefix',
      () => `${b.url}/rest/v2/encoders`,
      41,
      /^(flac|mp3|opus|pcm|wav)\/(8|16|22|24)k\/\d+kbps\/mono$/,
      'string',
    ],
    [
      'variant C',
      () => `${a.url}/tts/rest/v2/encoders`,
      16,
      /^(alaw|wav|pcm)\/(8000|16000)\/(8|16)\/[12]$/,
      'number',
    ],
    ['variant C behind a prefix', () => `${b.url}/tts/rest/v2/encoders`, 16, /^(alaw|wav|pcm)\//, 'number'],
  ])('%s', async (_name, url, count, name, rate) => {
    const answer = await get(url());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const encoders = (await answer.json()) as Encoder[];
    expect(encoders).toHaveLength(count);
    for (const encoder of encoders) {
      expect(encoder.name).toMatch(name);
      expect(encoder.name.startsWith(`${encoder.codec}/`)).toBe(true);
      expect(typeof encoder.sampleRate).toBe(rate);
      expect(Number(encoder.sampleRate)).toBeGreaterThanOrEqual(8000);
      expect([8, 16]).toContain(encoder.bitsPerSample);
      expect([1, 2]).toContain(encoder.channels);
    }
  });

  it.each([
    ['/rest/v2/encoders', 44],
    ['/tts/rest/v2/encoders', 16],
  ])('%s as XML holds the same as JSON', async (path, count) => {
    const json = (await (await get(a.url + path)).json()) as Encoder[];
    const answer = await get(a.url + path, { accept: 'application/xml' });
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const xml = await answer.text();
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<EncoderInfos><item>/);
    const items = [
      ...xml.matchAll(
        /<item><name>(.*?)<\/name><codec>(.*?)<\/codec><sampleRate>(\d+)<\/sampleRate><bitsPerSample>(\d+)<\/bitsPerSample><channels>(\d)<\/channels><\/item>/g,
      ),
    ];
    expect(items).toHaveLength(count);
    expect(items.map(([, ...fields]) => fields)).toEqual(
      json.map(({ name, codec, sampleRate, bitsPerSample, channels }) => [
        name,
        codec,
        String(sampleRate),
        String(bitsPerSample),
        String(channels),
      ]),
    );
  });

  it('answers HEAD with the headers alone', async () => {
    const answer = await fetch(`${a.url}/rest/v2/encoders`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('takes no token, the token of the first start, and no wrong one', async () => {
    const status = async (authorization?: string) =>
      (await get(`${a.url}/rest/v2/encoders`, authorization ? { authorization } : {})).status;
    expect(a.token).toMatch(/^loc_/);
    expect(await status()).toBe(200);
    expect(await status(`Bearer ${a.token}`)).toBe(200);
    expect(await status(`Bearer ${a.token.slice(0, -1)}`)).toBe(401);
    expect(await status('Bearer wrong')).toBe(401);
  });
});
