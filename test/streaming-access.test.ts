import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AsrClient, type AsrOptions } from './support/asr-client.ts';
import { recognize, statuses, texts } from './support/recognize.ts';
import { startServer, type TestServer } from './support/server.ts';
import { pcm, repeated, samplesOf, silence, wav } from './support/speech.ts';

const FREE = 'builtin:slm/general';
const SENTENCE = 'good morning i want to speak with an agent';

let server: TestServer;
let sentence: Float32Array;

beforeAll(async () => {
  sentence = await samplesOf('sentence.flac');
  server = await startServer({
    LOCUTOR_MODELS_FETCH: 'start',
    LOCUTOR_AUTH_RECOGNIZE: 'required',
    LOCUTOR_SESSIONS_PER_CLIENT: '3',
    LOCUTOR_SESSION_IDLE_SECONDS: '3',
    LOCUTOR_CORS_ORIGINS: 'https://app.example',
  });
});
afterAll(() => server.stop());

async function connected(options: AsrOptions = {}): Promise<AsrClient> {
  const headers = { authorization: `Bearer ${server.token}`, ...options.headers };
  const client = await AsrClient.connect(server, { ...options, headers });
  onTestFinished(async () => {
    client.close();
    await client.closed;
  });
  return client;
}

describe('who may open a session', () => {
  it.each([
    ['nobody without credentials', {}, 401, 'ERR_UNAUTHORIZED'],
    ['nobody with a wrong token', { authorization: 'Bearer wrong' }, 401, 'ERR_UNAUTHORIZED'],
  ])('%s', async (_, headers, status, code) => {
    const refused = await AsrClient.connect(server, { headers }).catch((error) => error);
    expect([refused.status, JSON.parse(refused.message).code]).toEqual([status, code]);
  });

  it('browsers, with the token as a subprotocol, which is not repeated', async () => {
    const client = await AsrClient.connect(server, { protocols: ['asr', `bearer.${server.token}`] });
    onTestFinished(async () => {
      client.close();
      await client.closed;
    });
    expect(client.socket.protocol).toBe('asr');
    expect(await client.ask('CREATE_SESSION')).toMatchObject({ Result: 'SUCCESS' });
  });

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['https://app.example', 101],
  ])('pages of %s: %i', async (origin, status) => {
    const answer = await connected({ headers: { origin } }).then(
      () => ({ status: 101 }),
      (error) => error,
    );
    expect(answer.status).toBe(status);
  });

  it('no more at once than the configuration allows, and again when one has ended', async () => {
    const open = await Promise.all([connected(), connected(), connected()]);
    const refused = await connected().catch((error) => error);
    expect([refused.status, JSON.parse(refused.message).code]).toEqual([503, 'ERR_BUSY']);
    open[0]!.close();
    await expect
      .poll(() =>
        connected().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
});

it('a session that sends nothing is closed, with a reason that clients know', async () => {
  const client = await connected();
  await client.ask('CREATE_SESSION');
  expect(await client.closed).toEqual({ code: 1000, reason: 'Session timeout.' });
});

it('a frame of more than 2 MiB ends the connection, with one line in the log', async () => {
  const before = server.log().length;
  const client = await connected();
  await client.ask('CREATE_SESSION');
  client.socket.send(Buffer.alloc(2 * 1024 * 1024 + 1));
  expect((await client.closed).code).toBe(1009);
  const lines = () => server.log().slice(before);
  await expect.poll(lines).toContain('a session broke the WebSocket protocol');
  expect(lines()).not.toContain('"level":50');
});

it('a message in more than 1000 fragments ends the connection', async () => {
  const client = await connected();
  for (let n = 0; n < 1001; n++) client.socket.send('x', { fin: false });
  expect((await client.closed).code).toBe(1008);
});

it('a client that does not read what it asked for is dropped', async () => {
  const client = await connected();
  await client.ask('CREATE_SESSION');
  client.socket.pause();
  let open = true;
  client.socket.on('close', () => {
    open = false;
  });
  // Each answer has a kilobyte and a half; some megabytes fit into the buffers in between.
  for (let n = 0; n < 20_000; n++) client.send('GET_PARAMETERS');
  await expect.poll(() => server.log()).toContain('does not read what it is sent');
  client.socket.resume();
  await client.closed;
  expect(open).toBe(false);
});

it('the address answers other requests with 426, and takes no upgrade that is none of its own', async () => {
  const headers = { authorization: `Bearer ${server.token}` };
  const plain = await fetch(`${server.url}/asr-server/asr`, { headers });
  expect([plain.status, ((await plain.json()) as { code: string }).code]).toEqual([
    426,
    'ERR_UPGRADE_REQUIRED',
  ]);
  // As Java's HTTP client offers HTTP/2 with its first request: the body is read all the same.
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const body = 'hello';
  socket.write(
    `POST /asr/rest/v3/interpret?lm=${FREE} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"text":"hello"/);
});

it('bills a recognition as RECOGNIZE does, and keeps what was said out of the log', async () => {
  const client = await connected();
  await client.ask('CREATE_SESSION', { 'User-Agent': 'test agent' });
  await client.start(FREE, { 'license.manager.accountTag': 'live', loggingTag: 'my-tag' });
  await client.audio(wav(sentence));
  const result = await client.next('RECOGNITION_RESULT');
  const id = result.headers['Transaction-Id'];
  expect(id).toMatch(/^[1-9]\d*$/);
  expect(texts([result.result()])).toEqual([SENTENCE]);
  await expect.poll(() => server.log()).toContain('my-tag');
  const log = server.log();
  expect(log).toContain('test agent');
  expect(log).not.toContain('good morning');
  expect(log).not.toContain(server.token);
});

it('counts sessions and their results', async () => {
  const client = await connected();
  await client.ask('CREATE_SESSION');
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/^locutor_sessions [1-9]\d*$/m);
  expect(metrics).toMatch(/^locutor_session_results_total\{status="RECOGNIZED"\} [1-9]/m);
});

describe('server-sent events', () => {
  const ask = (body: Uint8Array<ArrayBuffer>, lm = FREE) =>
    recognize(server, body, {
      lm,
      headers: { accept: 'text/event-stream', authorization: `Bearer ${server.token}` },
    });

  it('give what RECOGNIZE gives, segment by segment', async () => {
    const audio = wav(joinSamples([repeated(joinSamples([sentence, silence(1.5)]), 2)]));
    const events = await ask(audio);
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const data = events.text
      .trim()
      .split('\n\n')
      .map((event) => event.split('\n'));
    expect(data.map(([name]) => name)).toEqual(['event: segment', 'event: segment', 'event: end']);
    const parsed = data.map(([, line]) => JSON.parse(line!.slice('data: '.length)));
    expect(parsed.slice(0, 2).map((each) => each.alternatives[0].text)).toEqual([SENTENCE, SENTENCE]);
    expect(parsed.map((each) => each.segment_index)).toEqual([0, 1, undefined]);
    expect(parsed[2]).toEqual({ segments: 2 });
  });

  it('come while a body without a length is still being sent', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    const send = (bytes: Uint8Array) => {
      socket.write(`${bytes.length.toString(16)}\r\n`);
      socket.write(bytes);
      socket.write('\r\n');
    };
    socket.write(
      `POST /asr/rest/v3/recognize?lm=${FREE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${server.token}\r\nAccept: text/event-stream\r\nContent-Type: audio/raw\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    send(pcm(joinSamples([sentence, silence(2)])));
    await expect.poll(() => answer).toContain(`"text":"${SENTENCE}"`);
    expect(answer).not.toContain('event: end');
    send(pcm(joinSamples([sentence, silence(2)])));
    socket.write('0\r\n\r\n');
    await expect.poll(() => answer).toContain('data: {"segments":2}');
    expect(answer.match(/event: segment/g)).toHaveLength(2);
  });

  it('are errors like any other where nothing was said yet', async () => {
    const refused = await ask(wav(sentence), 'builtin:slm/xx');
    expect([refused.status, refused.code()]).toEqual([404, 'ERR_LM_NOT_FOUND']);
  });
});

it('a server that stops ends idle sessions at once, and others with CANCELED or their result', async () => {
  const other = await startServer({ LOCUTOR_MODELS_FETCH: 'start', LOCUTOR_SHUTDOWN_SECONDS: '2' });
  const [idle, busy] = [await AsrClient.connect(other), await AsrClient.connect(other)];
  await idle.ask('CREATE_SESSION');
  await busy.ask('CREATE_SESSION');
  await busy.start(FREE);
  busy.send(
    'SEND_AUDIO',
    { LastPacket: 'false', 'Content-Type': 'audio/raw' },
    pcm(sentence.subarray(0, 16_000)),
  );
  await busy.next('START_OF_SPEECH');
  const stopped = other.stop();
  expect(await idle.closed).toEqual({ code: 1000, reason: 'the server stops' });
  busy.send(
    'SEND_AUDIO',
    { LastPacket: 'true', 'Content-Type': 'audio/raw' },
    pcm(sentence.subarray(16_000)),
  );
  expect(['RECOGNIZED', 'CANCELED', 'FAILURE']).toContain(statuses(await busy.results())[0]);
  expect((await busy.closed).reason).toBe('the server stops');
  expect(await stopped).toBe(0);
});
