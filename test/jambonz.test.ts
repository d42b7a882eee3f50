import { joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Json, JsonSocket } from './support/json-socket.ts';
import { AGENT, SENTENCE } from './support/recognition-server.ts';
import { recognize, texts } from './support/recognize.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { type Bytes, halved, pcm, samplesOf, silence, wav } from './support/speech.ts';
import type { SocketOptions } from './support/test-socket.ts';
import { billing } from './support/verify.ts';

const folder = newFolder();
const billed = (tag: string) => billing(folder).filter(({ account_tag }) => account_tag === tag);

let server: TestServer;
let sentence: Float32Array;
let digits: Float32Array;

beforeAll(async () => {
  sentence = await samplesOf('sentence.flac');
  digits = await samplesOf('digits.flac');
  const env = {
    LOCUTOR_AUTH_RECOGNIZE: 'required',
    LOCUTOR_AUTH_SYNTHESIZE: 'required',
    LOCUTOR_SESSIONS_PER_CLIENT: '3',
    LOCUTOR_SESSION_IDLE_SECONDS: '30',
    LOCUTOR_SYNTHESIS_MAX_CHARACTERS: '200',
  };
  server = await startServer(env, folder);
});
afterAll(() => server.stop());

const RECOGNIZE = '/jambonz/recognize';
const SPEAK = '/jambonz/speak';

async function connected(path: string, options: SocketOptions = {}): Promise<JsonSocket> {
  const headers = { authorization: `Bearer ${server.token}`, ...options.headers };
  const client = await JsonSocket.connect(server, path, { ...options, headers });
  onTestFinished(async () => {
    client.close();
    await client.closed;
  });
  return client;
}

/** As jambonz writes it. */
const START = {
  type: 'start',
  language: 'en-US',
  format: 'raw',
  encoding: 'LINEAR16',
  interimResults: false,
  sampleRateHz: 8000,
  options: {},
};
const telephone = (...parts: Float32Array[]) => pcm(halved(joinSamples(parts)));

const transcripts = (messages: readonly Json[]) =>
  messages.map((message) => (message.alternatives as { transcript: string }[])[0]!.transcript);

describe('recognition', () => {
  it('transcribes a call, and closes the connection when it is stopped', async () => {
    const client = await connected(RECOGNIZE);
    client.say(START);
    await client.send(telephone(silence(0.5), sentence, silence(1.5), digits));
    client.say({ type: 'stop' });
    expect(await client.closed).toEqual({ code: 1000, reason: 'stopped' });
    expect(transcripts(client.messages)).toEqual([SENTENCE, 'one two three four']);
    for (const message of client.messages) {
      expect(message).toEqual({
        type: 'transcription',
        is_final: true,
        alternatives: [{ confidence: expect.any(Number), transcript: expect.any(String) }],
        channel: 1,
        language: 'en-US',
      });
    }
  });

  it('gives interim results while somebody speaks, and the final one without a stop', async () => {
    const client = await connected(RECOGNIZE);
    client.say({ ...START, interimResults: true });
    await client.send(telephone(sentence, silence(2)), { packet: 1600, paceMs: 100 });
    const final = await client.next((message) => message.is_final === true);
    expect(transcripts([final])).toEqual([SENTENCE]);
    expect(client.messages.filter((message) => message.is_final === false).length).toBeGreaterThan(0);
  });

  it('takes a grammar, hints and parameters as options', async () => {
    const client = await connected(RECOGNIZE);
    const options = {
      grammar: AGENT,
      hints: ['agent'],
      hintsBoost: 5,
      callSid: 'call-7',
      'decoder.maxSentences': 2,
    };
    client.say({ ...START, options });
    await client.send(telephone(sentence));
    client.say({ type: 'stop' });
    const message = await client.next();
    expect((message.alternatives as Json[])[0]).toMatchObject({
      transcript: expect.stringMatching(/agent$/i),
      interpretations: ['{"who":"agent"}'],
    });
    await expect.poll(() => server.log()).toContain('call-7');
  });

  it('says with an empty text that no grammar accepts what was said', async () => {
    const client = await connected(RECOGNIZE);
    client.say({ ...START, options: { lm: 'builtin:grammar/boolean' } });
    await client.send(telephone(sentence));
    client.say({ type: 'stop' });
    expect(await client.next()).toMatchObject({ is_final: true, alternatives: [{ transcript: '' }] });
  });

  it('says nothing about silence', async () => {
    const client = await connected(RECOGNIZE);
    client.say(START);
    await client.send(telephone(silence(2)));
    client.say({ type: 'stop' });
    expect((await client.closed).reason).toBe('stopped');
    expect(client.messages).toEqual([]);
  });

  it.each<[string, (client: JsonSocket) => void, string]>([
    ['a message that is no JSON', (client) => client.say('{"type":'), 'ERR_INVALID_PARAMETER'],
    ['a message without a type', (client) => client.say({}), 'ERR_INVALID_PARAMETER'],
    ['audio before the start', (client) => client.socket.send(Buffer.alloc(320)), 'ERR_INVALID_PARAMETER'],
    ['another encoding', (client) => client.say({ ...START, encoding: 'MULAW' }), 'ERR_INVALID_PARAMETER'],
    [
      'a language that there is not',
      (client) => client.say({ ...START, language: 'xx-XX' }),
      'ERR_LM_NOT_FOUND',
    ],
    [
      'a grammar that is none',
      (client) => client.say({ ...START, options: { grammar: '#ABNF 1.0; root $a;' } }),
      'ERR_LM_INVALID',
    ],
    [
      'a parameter out of range',
      (client) => client.say({ ...START, options: { 'endpointer.waitEnd': 1 } }),
      'ERR_INVALID_PARAMETER',
    ],
  ])('refuses %s', async (_, wrong, code) => {
    const client = await connected(RECOGNIZE);
    wrong(client);
    expect(await client.next()).toEqual({ type: 'error', error: expect.any(String), code });
    expect(await client.closed).toEqual({ code: 1000, reason: 'failed' });
  });

  it('bills, and keeps what was said out of the log', async () => {
    const client = await connected(RECOGNIZE);
    client.say({ ...START, options: { 'license.manager.accountTag': 'calls', loggingTag: 'billed-call' } });
    await client.send(telephone(sentence));
    client.say({ type: 'stop' });
    await client.closed;
    await expect.poll(() => server.log()).toContain('billed-call');
    expect(billed('calls')).toMatchObject([{ operation: 'recognize' }]);
    expect(server.log()).not.toContain('good morning');
    expect(server.log()).not.toContain(server.token);
  });
});

describe('who may connect', () => {
  it.each([RECOGNIZE, SPEAK])('%s: nobody without the api key', async (path) => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
      const refused = await JsonSocket.connect(server, path, { headers }).catch((error) => error);
      expect([refused.status, JSON.parse(refused.message).code]).toEqual([401, 'ERR_UNAUTHORIZED']);
    }
  });

  it('no more at once than the configuration allows, whatever they are for', async () => {
    await Promise.all([connected(RECOGNIZE), connected(RECOGNIZE), connected(SPEAK)]);
    const refused = await connected(RECOGNIZE).catch((error) => error);
    expect([refused.status, JSON.parse(refused.message).code]).toEqual([503, 'ERR_BUSY']);
  });

  it.each([RECOGNIZE, SPEAK])('%s answers other requests with 426', async (path) => {
    const headers = { authorization: `Bearer ${server.token}` };
    const plain = await fetch(`${server.url}${path}`, { headers });
    expect([plain.status, ((await plain.json()) as Json).code]).toEqual([426, 'ERR_UPGRADE_REQUIRED']);
  });

  it('sends messages of more than 2 MiB in vain', async () => {
    const client = await connected(RECOGNIZE);
    client.socket.send(Buffer.alloc(2 * 1024 * 1024 + 1));
    expect((await client.closed).code).toBe(1009);
  });
});

const TEXT = 'Good morning, I want to speak with an agent.';

/** As jambonz posts it. */
const post = (body: unknown, query = '', headers: Record<string, string> = {}) =>
  fetch(`${server.url}/jambonz/synthesize${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const POSTED = { language: 'en-US', voice: 'af_heart', type: 'text', text: TEXT };

const heard = async (audio: Bytes) => {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' };
  return texts((await recognize(server, audio, { headers })).segments());
};

/** Samples of 16 bits, low byte first, as a file. */
const asWav = (bytes: Uint8Array, rate: number): Bytes =>
  wav(
    Float32Array.from(
      { length: bytes.length >> 1 },
      (_, at) => Buffer.from(bytes).readInt16LE(2 * at) / 32_768,
    ),
    rate,
  );

describe('synthesis', () => {
  it.each([
    ['', 'audio/mpeg'],
    ['?format=wav&sampleRate=8000', 'audio/wav'],
    ['?format=mp3&sampleRate=8000', 'audio/mpeg'],
  ])('speaks a text: %s', async (query, type) => {
    const answer = await post(POSTED, query);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(await heard(new Uint8Array(await answer.arrayBuffer()))).toEqual([SENTENCE]);
  });

  it('speaks as samples whose rate the type names', async () => {
    const answer = await post(POSTED, '?format=l16&sampleRate=16000');
    expect(answer.headers.get('content-type')).toBe('audio/l16;rate=16000');
    expect(await heard(asWav(new Uint8Array(await answer.arrayBuffer()), 16_000))).toEqual([SENTENCE]);
  });

  it('chooses a voice of the language, and speaks SSML', async () => {
    const ssml = '<speak>Good morning, I want to <emphasis>speak</emphasis> with an agent.</speak>';
    const answer = await post({ language: 'en-US', type: 'ssml', text: ssml });
    expect(answer.status).toBe(200);
    expect((await heard(new Uint8Array(await answer.arrayBuffer()))).join(' ')).toBe(SENTENCE);
  });

  it.each<[string, unknown, string, number, string]>([
    ['a voice that there is not', { ...POSTED, voice: 'nobody' }, '', 404, 'ERR_VOICE_NOT_FOUND'],
    ['a language without a voice', { language: 'fi-FI', text: 'Hei' }, '', 404, 'ERR_VOICE_NOT_FOUND'],
    ['nothing to speak', { ...POSTED, text: ' ' }, '', 400, 'ERR_EMPTY_BODY'],
    ['too much', { ...POSTED, text: 'a '.repeat(200) }, '', 413, 'ERR_TOO_LARGE'],
    ['another type', { ...POSTED, type: 'html' }, '', 400, 'ERR_INVALID_PARAMETER'],
    ['SSML that is none', { ...POSTED, type: 'ssml', text: '<speak>' }, '', 400, 'ERR_SSML_INVALID'],
    ['a list', [POSTED], '', 400, 'ERR_INVALID_PARAMETER'],
    ['another format', POSTED, '?format=ogg', 400, 'ERR_INVALID_PARAMETER'],
    ['another rate', POSTED, '?sampleRate=7000', 400, 'ERR_INVALID_PARAMETER'],
  ])('refuses %s', async (_, body, query, status, code) => {
    const answer = await post(body, query);
    expect([answer.status, ((await answer.json()) as Json).code]).toEqual([status, code]);
  });

  it('needs the api key, and JSON', async () => {
    expect((await post(POSTED, '', { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post(POSTED, '', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('bills an account that the address names', async () => {
    const answer = await post(POSTED, '?format=wav&accountTag=posted');
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    expect(billed('posted')).toMatchObject([{ operation: 'synthesize' }]);
  });
});

describe('streamed speech', () => {
  const address = `${SPEAK}?voice=af_heart&language=en-US&sampleRate=8000`;

  it('speaks what comes in pieces, and goes on after a flush', async () => {
    const client = await connected(address);
    expect(await client.next()).toEqual({
      type: 'connect',
      data: { sample_rate: 8000, base64_encoding: false },
    });
    for (const text of ['Good morning, I want', ' to speak with', ' an agent.'])
      client.say({ type: 'stream', text });
    client.say({ type: 'flush' });
    const seconds = () => client.audio.reduce((sum, part) => sum + part.length, 0) / 16_000;
    await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(2);
    client.say({ type: 'stream', text: 'Good morning, I want to speak with an agent.' });
    client.say({ type: 'flush' });
    await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(4);
    client.say({ type: 'stop' });
    expect(await client.closed).toEqual({ code: 1000, reason: 'stopped' });
    const said = (await heard(asWav(Buffer.concat(client.audio), 8000))).join(' ');
    expect(said.startsWith(SENTENCE)).toBe(true);
    expect(server.log()).not.toContain('want to speak');
  });

  it.each([
    ['voice=nobody', 404, 'ERR_VOICE_NOT_FOUND'],
    ['language=fi', 404, 'ERR_VOICE_NOT_FOUND'],
    ['sampleRate=x', 400, 'ERR_INVALID_PARAMETER'],
  ])('is refused before it begins: %s', async (query, status, code) => {
    const refused = await connected(`${SPEAK}?${query}`).catch((error) => error);
    expect([refused.status, JSON.parse(refused.message).code]).toEqual([status, code]);
  });

  it.each<[string, (client: JsonSocket) => void, string]>([
    ['no JSON', (client) => client.say('flush'), 'ERR_INVALID_PARAMETER'],
    ['audio', (client) => client.socket.send(Buffer.alloc(2)), 'ERR_INVALID_PARAMETER'],
    ['too much text', (client) => client.say({ type: 'stream', text: 'a '.repeat(200) }), 'ERR_TOO_LARGE'],
  ])('is refused: %s', async (_, wrong, code) => {
    const client = await connected(address);
    wrong(client);
    expect(await client.next(({ type }) => type === 'error')).toMatchObject({ code });
    expect((await client.closed).reason).toBe('failed');
  });
});
