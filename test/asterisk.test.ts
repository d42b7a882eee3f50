import { randomUUID } from 'node:crypto';
import { joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OggPackets } from '../packages/audio/src/ogg/packets.ts';
import { oggPages } from '../packages/audio/src/ogg/pages.ts';
import { type Json, JsonSocket } from './support/json-socket.ts';
import { AGENT, SENTENCE } from './support/recognition-server.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { alaw, type Bytes, fixture, halved, pcm, samplesOf, silence, ulaw } from './support/speech.ts';
import type { SocketOptions } from './support/test-socket.ts';
import { billing } from './support/verify.ts';

const folder = newFolder();
const PATH = '/asterisk/aeap';

let server: TestServer;
let sentence: Float32Array;
let digits: Float32Array;

beforeAll(async () => {
  // Silence behind it ends the speech, as on a telephone line.
  sentence = joinSamples([await samplesOf('sentence.flac'), silence(1.5)]);
  digits = joinSamples([await samplesOf('digits.flac'), silence(1.5)]);
  const env = {
    LOCUTOR_MODELS_FETCH: 'start',
    LOCUTOR_AUTH_RECOGNIZE: 'required',
    LOCUTOR_SESSIONS_PER_CLIENT: '3',
    LOCUTOR_SESSION_IDLE_SECONDS: '30',
  };
  server = await startServer(env, folder);
});
afterAll(() => server.stop());

/** What Asterisk does: requests with ids of their own, and an answer to each request of the server. */
class Asterisk {
  readonly socket: JsonSocket;

  constructor(socket: JsonSocket) {
    this.socket = socket;
  }

  async ask(request: string, more: Json = {}): Promise<Json> {
    const id = randomUUID();
    this.socket.say({ request, id, ...more });
    const answer = await this.socket.next((message) => message.id === id);
    expect(answer.response).toBe(request);
    return answer;
  }

  /** The next results; it listens again when it has answered. */
  async results(): Promise<{ text: string; score: number; grammar: string; best: number }[]> {
    const { id, params } = await this.socket.next(({ request }) => request === 'set');
    this.socket.say({ response: 'set', id });
    return (params as { results: [] }).results;
  }
}

async function connected(options: SocketOptions = {}): Promise<Asterisk> {
  const socket = await JsonSocket.connect(server, PATH, { protocols: ['speech_to_text'], ...options });
  onTestFinished(async () => {
    socket.close();
    await socket.closed;
  });
  return new Asterisk(socket);
}

/** As SpeechCreate does it. */
async function created(params: Json = {}, codec = 'ulaw'): Promise<Asterisk> {
  const asterisk = await connected();
  const setup = { version: '0.1.0', codecs: [{ name: codec }], params: { token: server.token, ...params } };
  expect(await asterisk.ask('setup', setup)).toMatchObject({ codecs: [{ name: codec }] });
  return asterisk;
}

describe('a dialplan', () => {
  it('asks twice in a call, and changes what may be said in between', async () => {
    const asterisk = await created({ language: 'en-US' });
    expect(asterisk.socket.socket.protocol).toBe('speech_to_text');
    await asterisk.socket.send(ulaw(halved(sentence)), { packet: 160 });
    expect(await asterisk.results()).toEqual([
      { text: SENTENCE, score: expect.any(Number), grammar: 'builtin:slm/en-US', best: 0 },
    ]);
    expect(await asterisk.ask('set', { params: { lm: 'builtin:grammar/digits' } })).not.toHaveProperty(
      'error_msg',
    );
    await asterisk.socket.send(ulaw(halved(digits)), { packet: 160 });
    const [answer] = await asterisk.results();
    expect(answer).toMatchObject({ text: 'one two three four', grammar: 'builtin:grammar/digits' });
    expect(Number.isInteger(answer!.score)).toBe(true);
    expect(await asterisk.ask('get', { params: ['interpretation'] })).toMatchObject({
      params: { interpretation: '1234' },
    });
    // They were set, and taken.
    expect(await asterisk.ask('get', { params: ['results'] })).toMatchObject({ params: { results: [] } });
  });

  it.each<[string, string, Json, () => Bytes]>([
    ['A-law', 'alaw', {}, () => alaw(halved(sentence))],
    ['linear at 8 kHz', 'slin', {}, () => pcm(halved(sentence))],
    ['linear at 16 kHz, which is called slin too', 'slin', { sampleRate: '16000' }, () => pcm(sentence)],
    ['linear at 16 kHz by its name', 'slin16', {}, () => pcm(sentence)],
  ])('sends %s', async (_, codec, params, audio) => {
    const asterisk = await created(params, codec);
    await asterisk.socket.send(audio());
    expect((await asterisk.results())[0]?.text).toBe(SENTENCE);
  });

  it('sends packets of Opus, one in each message', async () => {
    const asterisk = await created({}, 'opus');
    const packets = new OggPackets();
    const [, , ...spoken] = [...oggPages(fixture('sentence.opus'))].flatMap((page) => packets.take(page));
    for (const packet of spoken) asterisk.socket.socket.send(packet);
    // Silence, as an encoder writes it.
    for (let n = 0; n < 100; n++) asterisk.socket.socket.send(Buffer.from([0xf8, 0xff, 0xfe]));
    expect((await asterisk.results())[0]?.text).toBe(SENTENCE);
  });

  it('has a grammar of its own, and all alternatives', async () => {
    const asterisk = await created({ grammar: AGENT });
    await asterisk.ask('set', { params: { results_type: 'nbest' } });
    await asterisk.socket.send(ulaw(halved(sentence)));
    const results = await asterisk.results();
    expect(results[0]).toMatchObject({ text: expect.stringMatching(/agent$/i), best: 0 });
    expect(results.map(({ best }) => best)).toEqual(results.map((_, at) => at));
  });

  it('learns that nothing matched, and that nobody spoke', async () => {
    const asterisk = await created({ lm: 'builtin:grammar/boolean' });
    await asterisk.socket.send(ulaw(halved(sentence)));
    expect(await asterisk.results()).toEqual([]);
    await asterisk.ask('set', { params: { 'noInputTimeout.enabled': 'true' } });
    await asterisk.ask('set', { params: { 'noInputTimeout.value': '300' } });
    await asterisk.socket.send(ulaw(halved(silence(1))));
    expect(await asterisk.results()).toEqual([]);
  });

  it('gives keys, and gets its settings', async () => {
    const asterisk = await created({ language: 'en-US' });
    expect(await asterisk.ask('set', { params: { dtmf: '1' } })).toMatchObject({ params: { dtmf: '1' } });
    expect(await asterisk.ask('get', { params: ['language'] })).toMatchObject({
      params: { language: 'en-US' },
    });
    expect(await asterisk.ask('get', { params: ['codec'] })).toMatchObject({ params: { codec: 'ulaw' } });
  });

  it('is billed for each answer, and nothing of it is in the log', async () => {
    const asterisk = await created({ 'license.manager.accountTag': 'asterisk', loggingTag: 'channel-7' });
    await asterisk.socket.send(ulaw(halved(sentence)));
    expect(await asterisk.results()).toHaveLength(1);
    await expect.poll(() => server.log()).toContain('channel-7');
    const billed = billing(folder).filter(({ account_tag }) => account_tag === 'asterisk');
    expect(billed).toMatchObject([{ operation: 'recognize' }]);
    expect(server.log()).not.toContain('good morning');
    expect(server.log()).not.toContain(server.token);
  });
});

describe('who may connect', () => {
  const setup = { version: '0.1.0', codecs: [{ name: 'ulaw' }] };

  it('Asterisk with a header, which needs no token in its setup', async () => {
    const asterisk = await connected({ headers: { authorization: `Bearer ${server.token}` } });
    expect(await asterisk.ask('setup', setup)).toMatchObject({ codecs: [{ name: 'ulaw' }] });
  });

  it('nobody with wrong credentials in a header', async () => {
    const refused = await connected({ headers: { authorization: 'Bearer wrong' } }).catch((error) => error);
    expect([refused.status, JSON.parse(refused.message).code]).toEqual([401, 'ERR_UNAUTHORIZED']);
  });

  it.each<[string, Json]>([
    ['no token', {}],
    ['a wrong token', { token: 'loc_wrong' }],
    ['what is no token', { token: 'a b' }],
  ])('nobody with %s in the setup', async (_, params) => {
    const asterisk = await connected();
    const answer = await asterisk.ask('setup', { ...setup, params });
    expect(answer.error_msg).toMatch(/credentials are required|token is not valid|is neither/);
    expect(await asterisk.socket.closed).toEqual({ code: 1000, reason: 'failed' });
  });

  it('no more at once than the configuration allows a token', async () => {
    await Promise.all([created(), created(), created()]);
    const fourth = await connected();
    const answer = await fourth.ask('setup', { ...setup, params: { token: server.token } });
    expect(answer.error_msg).toMatch(/sessions are open already/);
  });

  it('Asterisk, whoever else connects and says nothing', async () => {
    const silent = await Promise.all(Array.from({ length: 5 }, () => connected()));
    await created();
    // There may be three of them, as there may be sessions.
    const closed = await Promise.all(silent.slice(0, 2).map(({ socket }) => socket.closed));
    expect(closed.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 2 }, () => 'too many connections wait to be admitted'),
    );
    expect(await silent[4]!.socket.closed).toEqual({ code: 1000, reason: 'no setup came' });
  });

  it('nobody without a WebSocket', async () => {
    const plain = await fetch(`${server.url}${PATH}`);
    expect([plain.status, ((await plain.json()) as Json).code]).toEqual([426, 'ERR_UPGRADE_REQUIRED']);
  });
});

describe('what is wrong', () => {
  it.each<[string, Json]>([
    ['a codec that is not decoded', { codecs: [{ name: 'g729' }] }],
    ['no codec', {}],
    ['an unknown parameter', { codecs: [{ name: 'ulaw' }], params: { colour: 'red' } }],
    ['a language that there is not', { codecs: [{ name: 'ulaw' }], params: { language: 'xx' } }],
    ['a grammar that is none', { codecs: [{ name: 'ulaw' }], params: { grammar: '#ABNF 1.0; root $a;' } }],
  ])('%s fails the setup', async (_, { params = {}, ...more }) => {
    const asterisk = await connected();
    const answer = await asterisk.ask('setup', {
      ...more,
      params: { ...(params as Json), token: server.token },
    });
    expect(answer).toMatchObject({ response: 'setup', error_msg: expect.any(String) });
    expect((await asterisk.socket.closed).reason).toBe('failed');
  });

  it('is told, and the call goes on as before', async () => {
    const asterisk = await created();
    for (const message of ['{', '[]', '{"request":"get"}']) {
      asterisk.socket.say(message);
      expect(await asterisk.socket.next()).toEqual({ response: 'error', error_msg: expect.any(String) });
    }
    expect(await asterisk.ask('set', { params: { lm: 'file:none.abnf' } })).toMatchObject({
      error_msg: expect.stringContaining('file:none.abnf'),
    });
    expect(await asterisk.ask('get', { params: ['colour'] })).toHaveProperty('error_msg');
    expect(await asterisk.ask('dance')).toHaveProperty('error_msg');
    await asterisk.socket.send(ulaw(halved(sentence)));
    expect((await asterisk.results())[0]?.text).toBe(SENTENCE);
  });
});
