import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AsrClient } from './support/asr-client.ts';
import { SENTENCE } from './support/recognition-server.ts';
import { recognize, texts } from './support/recognize.ts';
import { startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture, samplesOf, wav } from './support/speech.ts';

const FREE = 'builtin:slm/general';
const MIB = 1024 * 1024;
const TYPE = 'application/octet-stream';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    LOCUTOR_MODELS_FETCH: 'start',
    LOCUTOR_MAX_BODY_BYTES: String(8 * MIB),
    LOCUTOR_BODY_MEMORY_MB: '12',
  });
});
afterAll(() => server.stop());

async function listening(): Promise<AsrClient> {
  const client = await AsrClient.connect(server);
  onTestFinished(() => client.close());
  await client.ask('CREATE_SESSION');
  expect(await client.start(FREE)).toMatchObject({ Result: 'SUCCESS' });
  return client;
}

/** An MP3 file of that many bytes: nothing behind its frames is audio. */
function longMp3(bytes: number): Bytes {
  const file = new Uint8Array(bytes);
  file.set(fixture('sentence.mp3'));
  return file;
}

/** As a body without a length. */
const chunked = (bytes: Bytes, size = 64 * 1024) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });

const events = (body: ReadableStream) =>
  recognize(server, body, { headers: { accept: 'text/event-stream', 'content-type': TYPE } });

const send = (client: AsrClient, bytes: Uint8Array) =>
  client.send('SEND_AUDIO', { LastPacket: 'false', 'Content-Type': TYPE }, bytes);

async function heldBytes(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^locutor_body_bytes (\d+)$/m.exec(metrics)?.[1]);
}

describe('a large file that is decoded as a whole', () => {
  it('is recognised when its last packet is there', async () => {
    const client = await listening();
    await client.audio(longMp3(7 * MIB), { type: TYPE, packet: MIB });
    expect(texts(await client.results())).toEqual([SENTENCE]);
  });

  it('is recognised as a body without a length', async () => {
    const { text } = await events(chunked(longMp3(7 * MIB)));
    expect(text).toContain(`"text":"${SENTENCE}"`);
    expect(text).toContain('data: {"segments":1}');
  });

  it('is refused beyond maxBodyBytes, also with its last packet, and the session goes on', async () => {
    const client = await listening();
    const file = longMp3(9 * MIB);
    for (let at = 0; at < 8 * MIB; at += MIB) send(client, file.subarray(at, at + MIB));
    client.send('SEND_AUDIO', { LastPacket: 'true', 'Content-Type': TYPE }, file.subarray(8 * MIB));
    expect((await client.next('RESPONSE')).headers).toMatchObject({
      Result: 'FAILURE',
      'Error-Code': 'ERR_AUDIO_INVALID',
      'Session-Status': 'IDLE',
    });
    expect(await client.start(FREE)).toMatchObject({ Result: 'SUCCESS' });
  });

  it('counts against the memory for bodies until it is recognised', async () => {
    const [first, second] = [await listening(), await listening()];
    const file = longMp3(7 * MIB);
    for (let at = 0; at < file.length; at += MIB) send(first, file.subarray(at, at + MIB));
    await expect.poll(heldBytes).toBe(7 * MIB);
    for (let at = 0; at < file.length; at += MIB) send(second, file.subarray(at, at + MIB));
    expect((await second.next('RESPONSE')).headers).toMatchObject({ 'Error-Code': 'ERR_BUSY' });
    first.send('SEND_AUDIO', { LastPacket: 'true' }, new Uint8Array());
    expect(texts(await first.results())).toEqual([SENTENCE]);
    await expect.poll(heldBytes).toBe(0);
  });
});

describe('an MP3 file', () => {
  /** Of 100 KiB: pictures are in tags like that. */
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\x06\x20\0', 'latin1'), Buffer.alloc(100 * 1024)]);
  const tagged = new Uint8Array(Buffer.concat([tag, fixture('sentence.mp3')]));

  it.each([
    ['in packets that are shorter than its frames', fixture('sentence.mp3')],
    ['with a tag that is longer than the first packets', tagged],
  ])('%s is not taken for samples', async (_, bytes) => {
    const client = await listening();
    await client.audio(bytes, { type: TYPE, packet: 320 });
    expect(texts(await client.results())).toEqual([SENTENCE]);
  });

  it('with a long tag is recognised as a body without a length', async () => {
    const { text } = await events(chunked(tagged, 16 * 1024));
    expect(text).toContain(`"text":"${SENTENCE}"`);
  });
});

describe('a WAV file with 200 KB in front of its samples', () => {
  const list = Buffer.concat([Buffer.from('LIST\x40\x0d\x03\0', 'latin1'), Buffer.alloc(200_000)]);
  let long: Bytes;
  beforeAll(async () => {
    const file = wav(await samplesOf('sentence.flac'));
    long = new Uint8Array(Buffer.concat([file.subarray(0, 36), list, file.subarray(36)]));
  });

  it('is recognised in packets that come slowly', async () => {
    const client = await listening();
    for (let at = 0; at < 100_000; at += 10_000) send(client, long.subarray(at, at + 10_000));
    // It was looked at before there is a sample, and waits for more.
    await expect.poll(heldBytes).toBe(100_000);
    send(client, long.subarray(100_000));
    client.send('SEND_AUDIO', { LastPacket: 'true' }, new Uint8Array());
    expect(texts(await client.results())).toEqual([SENTENCE]);
  });
});

it('a body without a length and without a byte is empty, like any other', async () => {
  const empty = await events(chunked(new Uint8Array()));
  expect([empty.status, empty.code()]).toEqual([400, 'ERR_EMPTY_BODY']);
});
