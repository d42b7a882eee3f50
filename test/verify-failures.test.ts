import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { joinSamples } from '@locutor/audio';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineState } from './support/recognize.ts';
import { childrenOf, newFolder, startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture, repeated, samplesOf, silence, wav } from './support/speech.ts';
import {
  answerOf,
  BOUNDARY,
  billing,
  END,
  enroll,
  openVerify,
  part,
  readToEnd,
  verify,
} from './support/verify.ts';

const speech = fixture('sentence.flac');
/** Long enough to be interrupted at work: a minute. */
let long: Bytes;

beforeAll(async () => {
  const sentence = await samplesOf('sentence.flac');
  long = wav(repeated(joinSamples([sentence, silence(0.5)]), 13).subarray(0, 960_000));
});

const request = (tag: string, members: object = {}) => ({
  user_ids: ['ana'],
  configuration: { account_tag: tag, max_utterances: 20, ...members },
});
const isRunning = async (server: TestServer) => (await engineState(server)).running > 0;
const untilRunning = (server: TestServer) => expect.poll(() => isRunning(server)).toBe(true);
const untilIdle = (server: TestServer) =>
  expect.poll(() => engineState(server)).toMatchObject({ running: 0, queued: 0 });
/** The outcomes that are billed with each of these tags. */
function billed<Tag extends string>(folder: string, ...tags: Tag[]): Record<Tag, string[]> {
  const rows = billing(folder);
  const of = (tag: Tag) =>
    rows.filter(({ account_tag }) => account_tag === tag).map(({ outcome }) => outcome);
  return Object.fromEntries(tags.map((tag) => [tag, of(tag)])) as Record<Tag, string[]>;
}

/** Keeps everybody else from writing to the database. */
function lock(folder: string): { release(): void } {
  const database = new Libsql(join(folder, 'data', 'locutor.db'));
  database.exec('begin immediate');
  return {
    release() {
      database.exec('rollback');
      database.close();
    },
  };
}

describe('a client that leaves, a database and an engine in need', () => {
  const folder = newFolder();
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({}, folder);
  });
  afterAll(() => server.stop());

  it('a client that leaves before its audio was processed is not billed, and the engine is free again', async () => {
    const client = new AbortController();
    const asked = verify(server, request('left'), [long, long], { signal: client.signal });
    await untilRunning(server);
    client.abort();
    await expect(asked).rejects.toThrow();
    await untilIdle(server);
    // In the middle of its upload, too.
    const socket = await openVerify(server, 10_000_000);
    const begun = [part('enroll', JSON.stringify(request('left'))), part('audio', long)];
    socket.write(Buffer.concat([...begun, Buffer.from(`--${BOUNDARY}\r\n`)]));
    await untilRunning(server);
    await untilIdle(server);
    socket.destroy();
    await untilIdle(server);
    expect((await verify(server, request('stayed'), [speech])).status).toBe(200);
    expect(billed(folder, 'left', 'stayed')).toEqual({ left: [], stayed: ['DONE'] });
    expect(server.log()).not.toContain('request failed');
  });

  it('one that leaves after its audio was processed is billed, once', async () => {
    const client = new AbortController();
    await verify(server, request('warm'), [speech]);
    // The first time, the gauges wait for the database a moment longer than this takes.
    await untilIdle(server);
    const { release } = lock(folder);
    const asked = verify(server, request('processed'), [speech], { signal: client.signal });
    await untilRunning(server);
    await untilIdle(server);
    client.abort();
    await expect(asked).rejects.toThrow();
    release();
    await expect.poll(() => billed(folder, 'processed')).toEqual({ processed: ['DONE'] });
    await verify(server, request('warm'), [speech]);
    expect(billed(folder, 'processed')).toEqual({ processed: ['DONE'] });
  });

  it('it says so when its database does not take the record, and bills nothing', async () => {
    const { release } = lock(folder);
    const answer = await verify(server, request('locked'), [speech]);
    expect([answer.status, answer.body.code]).toEqual([503, 'ERR_STORE_UNAVAILABLE']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const enrolled = await enroll(server, { user_id: 'ana' }, [speech]);
    expect([enrolled.status, enrolled.body.code]).toEqual([503, 'ERR_STORE_UNAVAILABLE']);
    release();
    expect(billed(folder, 'locked')).toEqual({ locked: [] });
    expect((await verify(server, request('free'), [speech])).body.results[0].error.code).toBe(1);
  });

  it('it answers 500 when its engine process dies, bills nothing and lives on', async () => {
    const interrupted = async () => {
      const asked = verify(server, request('killed'), [long]);
      await untilRunning(server);
      await setTimeout(300);
      for (const pid of childrenOf(server)) process.kill(pid, 'SIGKILL');
      const { status, body } = await asked;
      return [status, body.code];
    };
    // A job that had not begun when its process died is done by the next one: then it is tried once more.
    await expect.poll(interrupted).toEqual([500, 'ERR_INTERNAL']);
    await expect.poll(() => engineState(server)).toMatchObject({ ready: 1 });
    expect((await verify(server, request('after'), [speech])).status).toBe(200);
    const { after, killed } = billed(folder, 'after', 'killed');
    expect(after).toEqual(['DONE']);
    expect(killed).not.toContain('ERR_INTERNAL');
  });

  it('killed between the record and the answer, it gives the same answer to the repeat, and bills once', async () => {
    const form = [part('enroll', JSON.stringify(request('killed-late'))), part('audio', speech), END];
    const socket = await openVerify(server, Buffer.concat(form).length, undefined, 'idempotency-key: k\r\n');
    const gone = once(server.child, 'exit');
    // The answer begins to arrive and is lost.
    socket.once('data', () => server.child.kill('SIGKILL')).on('error', () => {});
    socket.write(Buffer.concat(form));
    await gone;
    socket.destroy();
    server = { ...(await startServer({}, folder)), token: server.token };
    const repeat = () =>
      verify(server, request('killed-late'), [speech], { headers: { 'idempotency-key': 'k' } });
    const [first, second] = [await repeat(), await repeat()];
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(second.body).toEqual(first.body);
    expect(billed(folder, 'killed-late')).toEqual({ 'killed-late': ['DONE'] });
  });

  // The last of this server.
  it('it finishes what it has accepted when it is asked to stop', async () => {
    const asked = verify(server, request('last'), [long, speech]);
    await untilRunning(server);
    const stopped = server.stop();
    expect((await asked).status).toBe(200);
    expect(await stopped).toBe(0);
    expect(billed(folder, 'last')).toEqual({ last: ['DONE'] });
  });
});

describe('a server with little room and time', () => {
  const folder = newFolder();
  const SECONDS = 2;
  let server: TestServer;
  beforeAll(async () => {
    const env = { LOCUTOR_MAX_QUEUE: '2', LOCUTOR_REQUEST_SECONDS: String(SECONDS) };
    server = await startServer({ ...env, LOCUTOR_SHUTDOWN_SECONDS: '1' }, folder);
  });
  afterAll(() => server.stop());

  it('refuses what its queue has no room for, and loses nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => verify(server, request('crowd'), [speech, speech])),
    );
    const [served, refused] = [200, 503].map((status) => answers.filter((each) => each.status === status));
    expect(served!.length + refused!.length).toBe(16);
    expect([served!.length > 0, refused!.length > 0]).toEqual([true, true]);
    for (const { headers, body } of refused!) {
      expect(body.code).toBe('ERR_BUSY');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(billed(folder, 'crowd').crowd).toHaveLength(served!.length);
    await untilIdle(server);
  });

  it('cuts an upload off that drips in', async () => {
    const socket = await openVerify(server, 100_000);
    socket.write(part('enroll', JSON.stringify(request('slow'))));
    const drip = setInterval(() => socket.write('x'), 200);
    const answer = await readToEnd(socket);
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"ERR_REQUEST_TIMEOUT"');
    expect((await verify(server, request('quick'), [speech])).status).toBe(200);
  });

  it('does not count the time that its engine takes', async () => {
    const body = Buffer.concat([
      part('enroll', JSON.stringify(request('patient'))),
      ...Array.from({ length: 4 }, () => part('audio', long)),
      END,
    ]);
    const socket = await openVerify(server, body.length);
    const begun = performance.now();
    socket.write(body);
    const answer = await answerOf(socket);
    socket.destroy();
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    // Otherwise the test shows nothing.
    expect(performance.now() - begun).toBeGreaterThan(SECONDS * 1000);
  });

  // The last of this server.
  it('gives up what it cannot finish in time, and says so', async () => {
    const asked = verify(server, request('late'), [long, long, long, long]);
    await untilRunning(server);
    const stopped = server.stop();
    const { status, body } = await asked;
    expect([status, body.code]).toEqual([503, 'ERR_BUSY']);
    expect(await stopped).toBe(0);
    expect(billed(folder, 'late')).toEqual({ late: [] });
  });
});
