import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineState, recognize, texts } from './support/recognize.ts';
import { childrenOf, newFolder, startServer, type TestServer } from './support/server.ts';
import type { Bytes } from './support/speech.ts';
import { PLAIN, secondsOf, speak, speakQuery, speakSsml, TTS } from './support/synthesize.ts';
import { billing } from './support/verify.ts';

const SENTENCE = 'The weather in the north is cold and clear.';
const HEARD = 'the weather in the north is cold and clear';
/** Takes much longer to speak than to begin. */
const LONG = Array.from({ length: 5 }, (_, at) => `This is sentence number ${at + 1} of a long text.`).join(
  ' ',
);

const folder = newFolder();
let server: TestServer;
beforeAll(async () => {
  // The model is fetched by the first request that needs it.
  server = await startServer({ LOCUTOR_LOG_LEVEL: 'debug', LOCUTOR_ENGINE_MEMORY_MB: '4096' }, folder);
});
afterAll(() => server.stop());

const heard = async (audio: Bytes, headers: Record<string, string> = {}) =>
  texts((await recognize(server, audio, { headers })).segments());

describe('synthesis', () => {
  it('speaks what RECOGNIZE understands, as a WAV of unknown length', async () => {
    const { status, headers, audio } = await speak(server, { text: SENTENCE, sampling: 'unknown members' });
    expect([status, headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const head = Buffer.from(audio);
    expect([head.toString('latin1', 0, 4), head.readUInt32LE(4), head.readUInt32LE(24)]).toEqual([
      ...['RIFF', 0xffffffff, 16_000],
    ]);
    expect(await heard(audio)).toEqual([HEARD]);
  });

  it('speaks from a query, as most clients ask', async () => {
    const encoder = 'mp3/22k/64kbps/mono';
    const answer = await speakQuery(
      server,
      { text: SENTENCE, voice: 'am_michael', encoder, filename: 'the weather.mp3' },
      { headers: { accept: 'audio/x-wav ' } },
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="the weather.mp3"');
    expect(await heard(answer.audio)).toEqual([HEARD]);
  });

  it.each([
    [PLAIN, 'flac/16k/24kbps/mono', 'audio/flac'],
    [PLAIN, 'mp2/16k/32kbps/mono', 'audio/mpeg'],
    [PLAIN, 'wav/22k/352kbps/stereo', 'audio/wav'],
    [PLAIN, 'pcm/8k/128kbps/mono', 'audio/raw; rate=8000; encoding=pcm'],
    [TTS, 'alaw/8000/8/1', 'audio/raw; rate=8000; encoding=alaw'],
    [TTS, 'wav/8000/8/2', 'audio/wav'],
  ])('at %s encodes into %s', async (path, encoder, type) => {
    const { status, headers, audio } = await speak(server, { text: SENTENCE, encoder }, { path });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    // MP2 is not among the formats of RECOGNIZE.
    if (!encoder.startsWith('mp2')) expect(await heard(audio, { 'content-type': type })).toEqual([HEARD]);
  });

  it('is faster and louder where that is asked for', async () => {
    const plain = await speak(server, { text: SENTENCE });
    const fast = await speak(server, { text: SENTENCE, rate: 1.5 });
    const silent = await speak(server, { text: SENTENCE, volume: 0 });
    expect((await secondsOf(fast.audio)) / (await secondsOf(plain.audio))).toBeLessThan(0.85);
    expect(silent.audio.subarray(44).every((byte) => byte === 0)).toBe(true);
  });

  it('speaks Portuguese and Spanish', async () => {
    for (const [voice, text] of [
      ['pf_dora', 'Bom dia. Eu quero falar com um atendente.'],
      ['em_alex', 'Buenos días. Quiero hablar con un agente.'],
    ] as const) {
      const { status, audio } = await speak(server, { text, voice });
      expect(status).toBe(200);
      expect(await secondsOf(audio)).toBeGreaterThan(1.5);
    }
  });
});

describe('SSML', () => {
  it('is obeyed, with its parameters in headers', async () => {
    const plain = await speakSsml(server, `<speak>${SENTENCE}</speak>`);
    const paused = await speakSsml(
      server,
      `<speak>The weather in the north <break time="2s"/> is cold.</speak>`,
      {
        headers: { 'x-encoder': 'flac/16k/32kbps/mono', 'x-voice': 'af_bella', 'x-rate': '1.1' },
      },
    );
    expect([plain.status, paused.status, paused.headers.get('content-type')]).toEqual([
      200,
      200,
      'audio/flac',
    ]);
    expect(await secondsOf(paused.audio)).toBeGreaterThan(3);
  });

  it('has the times of its marks in a header where it is short', async () => {
    const { headers } = await speakSsml(
      server,
      '<speak><mark name="begin"/>Good morning. <mark name="later"/>How are you?</speak>',
    );
    const marks = JSON.parse(headers.get('x-marks')!) as { name: string; ms: number }[];
    expect(marks.map(({ name }) => name)).toEqual(['begin', 'later']);
    expect(marks[1]!.ms).toBeGreaterThan(marks[0]!.ms);
  });

  it('has them in a trailer where it is long', async () => {
    // Long by what is not spoken, which takes less time.
    const document = `<speak><!-- ${'long '.repeat(100)}-->Good morning. How are you today? <mark name="end"/>Bye.</speak>`;
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST ${PLAIN}/ssml HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${document.length}\r\n\r\n${document}`,
    );
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const received = Buffer.concat(chunks).toString('latin1');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\ntrailer: x-marks\r\n/i);
    expect(received).toMatch(/\r\n0\r\nx-marks: \[\{"name":"end","ms":\d+\}\]\r\n\r\n$/i);
  });

  it.each([
    ['<speak>\n  <p>Hello</speak>', /^line \d, column \d+: /],
    ['<speak>\n Wait <break time="long"/></speak>', /^line 2, column \d+: .*"long"/],
    ['<!DOCTYPE speak [<!ENTITY a "aaaa">]><speak>&a;</speak>', /line 1/],
    ['Hello.', /line 1/],
  ])('%j is refused with its line and column', async (document, message) => {
    const answer = await speakSsml(server, document);
    expect([answer.status, answer.json().code]).toEqual([400, 'ERR_SSML_INVALID']);
    expect(answer.json().message).toMatch(message);
    expect(answer.json().message).toMatch(/column \d+/);
    const xml = await speakSsml(server, document, { headers: { accept: 'application/xml, audio/*' } });
    expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(Buffer.from(xml.audio).toString()).toContain('<code>ERR_SSML_INVALID</code>');
  });
});

describe('voices', () => {
  it('are listed as JSON and XML on both paths, with what is installed', async () => {
    const list = async (path: string, accept = 'application/json') =>
      (await fetch(`${server.url}${path}`, { headers: { accept } })).text();
    const voices = JSON.parse(await list('/rest/v2/voices')) as { name: string; available: boolean }[];
    expect(voices.find(({ name }) => name === 'af_heart')).toEqual({
      ...{ name: 'af_heart', languages: ['en-US'], mode: 'PERFORMANCE', available: true },
    });
    expect(JSON.parse(await list('/tts/rest/v2/voices'))).toEqual(voices);
    const xml = await list('/tts/rest/v2/voices', 'application/xml');
    expect([...xml.matchAll(/<item><name>([\w-]+)<\/name>/g)].map(([, name]) => name)).toEqual(
      voices.map(({ name }) => name),
    );
  });
});

describe('refusals', () => {
  it.each([
    [{ text: 'Hi', voice: 'nobody' }, PLAIN, 404, 'ERR_VOICE_NOT_FOUND', /"nobody"/],
    [{ text: 'Hi', encoder: 'wav/8000/8/1' }, PLAIN, 404, 'ERR_ENCODER_NOT_FOUND', /"wav\/8000\/8\/1"/],
    [{ text: 'Hi', encoder: 'wav/16k/256kbps/mono' }, TTS, 404, 'ERR_ENCODER_NOT_FOUND', /\/tts\/rest/],
    [{ text: 'Hi', rate: 4 }, PLAIN, 400, 'ERR_INVALID_PARAMETER', /rate/],
    [{ text: '' }, PLAIN, 400, 'ERR_EMPTY_BODY', /no text/],
    [{ text: 'a '.repeat(5001) }, PLAIN, 413, 'ERR_TOO_LARGE', /10001|characters/],
  ])('%#', async (body, path, status, code, message) => {
    const answer = await speak(server, body, { path });
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    expect(answer.json().message).toMatch(message);
  });

  it('answers 406 and 415 before anything is spoken', async () => {
    const accept = { accept: 'image/png' };
    expect((await speak(server, { text: 'Hi' }, { headers: accept })).status).toBe(406);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await speak(server, { text: 'Hi' }, { headers: form })).status).toBe(415);
  });

  it('answers HEAD without speaking and OPTIONS with the methods', async () => {
    const head = await fetch(`${server.url}${PLAIN}?text=Hi`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const options = await fetch(`${server.url}${TTS}`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, expect.stringContaining('POST')]);
  });
});

describe('an answer', () => {
  const begin = async (signal?: AbortSignal) => {
    const answer = await fetch(`${server.url}${PLAIN}`, {
      method: 'POST',
      body: JSON.stringify({ text: LONG }),
      headers: { 'content-type': 'application/json' },
      ...(signal && { signal }),
    });
    const reader = answer.body!.getReader();
    const { value } = await reader.read();
    return { answer, reader, first: value! };
  };

  it('begins before the last sentence is spoken', async () => {
    const { answer, reader, first } = await begin();
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null]);
    // There is audio here, and the engine still speaks.
    expect((await engineState(server)).running).toBe(1);
    let length = first.length;
    for (let read = await reader.read(); !read.done; read = await reader.read()) length += read.value.length;
    expect((await engineState(server)).running).toBe(0);
    expect(length).toBeGreaterThan(2 * first.length);
  });

  it('is not spoken to its end for a client that has left', async () => {
    const client = new AbortController();
    const { reader } = await begin(client.signal);
    client.abort();
    await expect(reader.read()).rejects.toThrow();
    await expect.poll(async () => (await engineState(server)).running).toBe(0);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(
      /locutor_engine_jobs?\w*\{[^}]*kind="synthesize",outcome="canceled"[^}]*\} [1-9]/,
    );
  });

  it('is cut where its engine process dies', async () => {
    const { reader } = await begin();
    for (const pid of childrenOf(server)) process.kill(pid, 'SIGKILL');
    const rest = (async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read());
    })();
    await expect(rest).rejects.toThrow();
    await expect.poll(async () => (await engineState(server)).ready).toBe(1);
    expect((await speak(server, { text: 'Hello again.' })).status).toBe(200);
  });
});

describe('the cache', () => {
  it('answers the same caller with the same bytes, and nobody else', async () => {
    const asked = { text: 'Please hold the line.', cache: true };
    const other = { authorization: `Bearer ${server.token}` };
    const first = await speak(server, asked);
    const again = await speak(server, asked);
    const others = await speak(server, asked, { headers: other });
    expect([first, again, others].map(({ headers }) => headers.get('x-cache'))).toEqual([
      'miss',
      'hit',
      'miss',
    ]);
    expect(Buffer.compare(again.audio, first.audio)).toBe(0);
    expect(again.headers.get('content-length')).toBe(String(first.audio.length));
  });
});

describe('records', () => {
  it('bill an account by characters and audio, cached or not', async () => {
    const headers = { 'x-account-tag': 'tts-account' };
    const asked = { text: 'Please hold the line.', cache: true };
    for (let time = 0; time < 2; time++) expect((await speak(server, asked, { headers })).status).toBe(200);
    const rows = billing(folder).filter(({ account_tag }) => account_tag === 'tts-account');
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({
        operation: 'synthesize',
        outcome: 'SYNTHESIZED',
        characters: '21',
        speech_ms: '',
      });
      expect(Number(row.audio_ms)).toBeGreaterThan(500);
    }
  });

  it('count characters, audio and first audio, and have no text', async () => {
    for (let time = 0; time < 2; time++) await speak(server, { text: SENTENCE, cache: true });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const counted = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
    expect(counted('locutor_synthesized_characters_total')).toBeGreaterThanOrEqual(SENTENCE.length);
    expect(counted('locutor_audio_seconds_total{work="synthesize"}')).toBeGreaterThan(1);
    expect(counted('locutor_synthesis_first_audio_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(counted('locutor_synthesis_cache_total{outcome="hit"}')).toBeGreaterThanOrEqual(1);
    // Lines are written in batches.
    await expect.poll(() => server.log()).toContain('"route":"/rest/v2/synthesize"');
    for (const text of ['weather', 'hold the line', 'sentence number'])
      expect(server.log()).not.toContain(text);
  });
});
