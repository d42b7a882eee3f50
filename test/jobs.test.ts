import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { Locutor } from '@locutor/client';
import Libsql from 'libsql';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { JOBS, reached, resultOf, startReceiver, stateOf, submit, submitted } from './support/jobs.ts';
import { recognize, type Segment, texts } from './support/recognize.ts';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { type Bytes, samplesOf, silence, wav } from './support/speech.ts';
import { billing, locutor } from './support/verify.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const TAG = 'license-manager-accountTag';
const folder = newFolder();
const env = {
  LOCUTOR_MODELS_FETCH: 'start',
  LOCUTOR_WEBHOOK_SECRET: SECRET,
  LOCUTOR_WEBHOOK_HOSTS: '127.0.0.1',
  LOCUTOR_JOBS_WAITING_PER_OWNER: '3',
};
let server: TestServer;
/** Of somebody else than the first token. */
let other: string;
let short: Bytes;
let long: Bytes;

beforeAll(async () => {
  const [sentence, digits] = await Promise.all([samplesOf('sentence.flac'), samplesOf('digits.flac')]);
  short = wav(sentence);
  // Every segment is another one: the pauses in it differ.
  const turns = Array.from({ length: 7 }, (_, n) => [sentence, silence(1.2 + n / 50), digits, silence(1.3)]);
  long = wav(joinSamples(turns.flat()));
  server = await startServer(env, folder);
  const { stdout } = locutor(['tokens', 'create', 'other', '--scope', 'recognize'], folder);
  other = /loc_\w+/.exec(stdout)![0];
});
afterAll(() => server.stop());

const billed = (tag: string) => billing(folder).filter(({ account_tag }) => account_tag === tag);

describe('a job', () => {
  it('gives what RECOGNIZE gives, in JSON and XML, and is billed once', async () => {
    const headers = { [TAG]: 'as-recognize', 'decoder-maxSentences': '3' };
    const { segments } = await recognize(server, short, { headers: { 'decoder-maxSentences': '3' } });
    const { id } = await submitted(server, short, { headers });
    await reached(server, id, 'done');
    const answer = await resultOf(server, id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(segments());
    const [bill, ...more] = billed('as-recognize');
    expect(more).toEqual([]);
    expect(answer.headers.get('x-transaction-id')).toBe(bill!.transaction_id);
    expect(await stateOf(server, id)).toMatchObject({ progress: 100, transaction_id: bill!.transaction_id });
    const xml = await resultOf(server, id, undefined, 'application/xml');
    expect(await xml.text()).toMatch(/^<\?xml.*<ArrayList><item>/s);
  });

  it('is its owner’s alone, and gone when it is removed', async () => {
    const { token: ana } = server;
    const { id } = await submitted(server, short, { token: ana });
    await reached(server, id, 'done', ana);
    for (const token of [other, undefined]) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/result'],
        ['DELETE', ''],
      ]) {
        const headers = token ? { authorization: `Bearer ${token}` } : {};
        const answer = await fetch(`${server.url}${JOBS}/${id}${path}`, { method: method!, headers });
        expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'ERR_JOB_NOT_FOUND' }]);
      }
    }
    const remove = () =>
      fetch(`${server.url}${JOBS}/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${ana}` } });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await resultOf(server, id, ana)).status).toBe(404);
  });

  it('is in the list of its owner, newest first, page by page', async () => {
    const made = locutor(['tokens', 'create', 'lister', '--scope', 'recognize'], folder).stdout;
    const token = /loc_\w+/.exec(made)![0];
    const locutorClient = new Locutor({ url: server.url, token });
    expect(await locutorClient.jobs.list()).toEqual({ jobs: [] });
    const ids: string[] = [];
    const noAudio = new TextEncoder().encode('no audio at all, but a letter') as Bytes;
    for (const body of [short, noAudio, short]) {
      const { id } = await submitted(server, body, { token });
      ids.unshift(id);
      await reached(server, id, body === noAudio ? 'failed' : 'done', token);
    }
    const first = await locutorClient.jobs.list({ limit: 2 });
    expect(first.jobs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.jobs).toMatchObject([
      { state: 'done', progress: 100 },
      { state: 'failed', error: { code: 'ERR_AUDIO_INVALID' } },
    ]);
    // The page goes on behind a job that is removed meanwhile.
    await locutorClient.jobs.remove(ids[1]!);
    const second = await locutorClient.jobs.list({ limit: 2, after: first.next! });
    expect(second).toMatchObject({ jobs: [{ id: ids[2] }] });
    expect(second).not.toHaveProperty('next');

    const run = (...args: string[]) =>
      locutor(['jobs', ...args, '--server', server.url, '--token', token], folder);
    const lines = run('list').stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^job +created/);
    expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual([ids[0], ids[2]]);
    expect(JSON.parse(run('--json').stdout)).toMatchObject([{ id: ids[0] }, { id: ids[2] }]);
    expect(run('remove', ids[0]!).stdout).toContain(ids[0]);
    expect(run('remove', ids[0]!)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('ERR_JOB_NOT_FOUND'),
    });
    expect((await locutorClient.jobs.list()).jobs.map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('is in no list without credentials', async () => {
    const { id } = await submitted(server, short);
    const list = async (query: string, token?: string) => {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      const answer = await fetch(`${server.url}${JOBS}${query}`, { headers });
      return [answer.status, await answer.json()] as const;
    };
    expect(await list('')).toMatchObject([401, { code: 'ERR_UNAUTHORIZED' }]);
    expect(JSON.stringify(await list('', other))).not.toContain(id);
    for (const query of ['?limit=0', '?limit=1001', '?after=x', '?after=1_%00', '?before=1'])
      expect(await list(query, other)).toMatchObject([400, { code: 'ERR_INVALID_PARAMETER' }]);
  });

  it('that is sent again with its key is the same job', async () => {
    const { token } = server;
    const headers = { 'idempotency-key': randomUUID(), [TAG]: 'sent-twice' };
    const [first, second] = [
      await submitted(server, short, { token, headers }),
      await submitted(server, short, { token, headers }),
    ];
    expect(second.id).toBe(first.id);
    await reached(server, first.id, 'done', token);
    expect(billed('sent-twice')).toHaveLength(1);
    const anonymous = await submitted(server, short, { headers });
    expect(anonymous.id).not.toBe(first.id);
    expect((await submitted(server, short, { headers })).id).toBe(anonymous.id);
    const another = await submit(server, long, { token, headers });
    expect([another.status, await another.json()]).toMatchObject([422, { code: 'ERR_IDEMPOTENCY_KEY' }]);
  });

  it.each(['nobody', '%00', '%F0%9F%92%A9', '..%2Fx', '00000000-0000-0000-0000-000000000000'])(
    'does not exist under the id %s',
    async (id) => {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/result'],
        ['DELETE', ''],
      ]) {
        const answer = await fetch(`${server.url}${JOBS}/${id}${path}`, { method: method! });
        expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'ERR_JOB_NOT_FOUND' }]);
      }
    },
  );

  it('is done by the command as well', () => {
    const file = join(root, 'test/fixtures/digits.flac');
    const ran = locutor(['recognize', file, '--job', '--server', server.url], folder);
    expect([ran.stdout, ran.stderr]).toEqual(['one two three four\n', '']);
  });

  it('fails with the error that RECOGNIZE answers with', async () => {
    const { id } = await submitted(
      server,
      new TextEncoder().encode('no audio at all, but a letter') as Bytes,
    );
    await reached(server, id, 'failed');
    expect((await stateOf(server, id)).error).toMatchObject({ code: 'ERR_AUDIO_INVALID' });
    const answer = await resultOf(server, id);
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'ERR_JOB_NOT_DONE', message: expect.stringContaining('ERR_AUDIO_INVALID') },
    ]);
  });

  it('is canceled at once while it runs, and not billed', async () => {
    const { id } = await submitted(server, long, { headers: { [TAG]: 'canceled' } });
    await reached(server, id, 'running');
    const early = await resultOf(server, id);
    expect([early.status, await early.json()]).toMatchObject([409, { code: 'ERR_JOB_NOT_DONE' }]);
    expect((await fetch(`${server.url}${JOBS}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await stateOf(server, id)).toMatchObject({ state: 'canceled' });
    const { id: next } = await submitted(server, short);
    await reached(server, next, 'done');
    expect(await stateOf(server, id)).toMatchObject({ state: 'canceled' });
    expect(billed('canceled')).toEqual([]);
  });

  it.each([
    ['an lm that does not exist', { lm: 'builtin:slm/klingon' }, 404, 'ERR_LM_NOT_FOUND'],
    ['a wrong header', { headers: { 'decoder-maxSentences': '11' } }, 400, 'ERR_INVALID_PARAMETER'],
    ['a private callback', { query: { callback_url: 'http://10.0.0.1/x' } }, 403, 'ERR_CALLBACK_FORBIDDEN'],
    ['a callback that is no address', { query: { callback_url: 'nowhere' } }, 400, 'ERR_INVALID_PARAMETER'],
    [
      'a callback with a password',
      { query: { callback_url: 'https://a:b@example.com/' } },
      403,
      'ERR_CALLBACK_FORBIDDEN',
    ],
    [
      'a wrong flag',
      { query: { callback_url: 'http://127.0.0.1/', callback_result: 'perhaps' } },
      400,
      'ERR_INVALID_PARAMETER',
    ],
  ])('with %s is refused before it is kept', async (_what, submission, status, code) => {
    const answer = await submit(server, short, submission);
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
  });

  it('is refused where too many of its owner wait', async () => {
    const token = other;
    const ids: string[] = [];
    onTestFinished(async () => {
      for (const id of ids)
        await fetch(`${server.url}${JOBS}/${id}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        });
    });
    for (;;) {
      const answer = await submit(server, long, { token });
      if (answer.status !== 202) {
        expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'ERR_BUSY' }]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        break;
      }
      ids.push(((await answer.json()) as { id: string }).id);
    }
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect((await submit(server, short, { token: server.token })).status).toBe(202);
  });
});

describe('a webhook', () => {
  it('is signed, and sent again until it is accepted', async () => {
    const receiver = await startReceiver(500, 503, 204);
    onTestFinished(() => receiver.close());
    const { id } = await submitted(server, short, { query: { callback_url: receiver.url } });
    await expect
      .poll(() => stateOf(server, id), { interval: 200 })
      .toMatchObject({ webhook: { state: 'delivered', attempts: 3 } });
    expect(receiver.received).toHaveLength(3);
    for (const { body, headers } of receiver.received) {
      const event = new Webhook(SECRET).verify(body, headers as Record<string, string>);
      expect(event).toMatchObject({ type: 'job.done', data: { id, state: 'done', progress: 100 } });
      expect(event).not.toHaveProperty('data.results');
      expect(headers['webhook-id']).toBe(`job_${id}`);
    }
    const tampered = receiver.received[2]!.body.replace('job.done', 'job.gone');
    expect(() =>
      new Webhook(SECRET).verify(tampered, receiver.received[2]!.headers as Record<string, string>),
    ).toThrow();
    expect(server.log()).not.toContain('/hook');
  });

  it('carries the results where they are asked for', async () => {
    const receiver = await startReceiver(200);
    onTestFinished(() => receiver.close());
    const query = { callback_url: receiver.url, callback_result: 'true' };
    const { id } = await submitted(server, short, { query });
    await expect.poll(() => receiver.received.length).toBe(1);
    const { data } = JSON.parse(receiver.received[0]!.body) as { data: { results: Segment[] } };
    expect(data.results).toEqual(await (await resultOf(server, id)).json());
  });
});

it('survives a server that is killed: it goes on at the last finished segment and is billed once', async () => {
  const expected = (await recognize(server, long)).segments();
  expect(expected.length).toBeGreaterThan(10);
  const { id } = await submitted(server, long, { headers: { [TAG]: 'killed' } });
  await expect.poll(async () => (await stateOf(server, id)).progress, { interval: 50 }).toBeGreaterThan(30);
  const { progress } = await stateOf(server, id);
  const gone = once(server.child, 'exit');
  server.child.kill('SIGKILL');
  await gone;
  // Nobody else uses the database: the next server does not wait until the lease of the killed one is over.
  const database = new Libsql(join(folder, 'data', 'locutor.db'));
  database.exec(`update jobs set lease_until = lease_until + ${60 * 60_000} where state = 'running'`);
  database.close();

  server = await startServer(env, folder);
  expect((await stateOf(server, id)).progress).toBeGreaterThanOrEqual(progress);
  await reached(server, id, 'done');
  await expect.poll(() => Number(/"kept":(\d+)/.exec(server.log())?.[1])).toBeGreaterThan(3);
  const results = (await (await resultOf(server, id)).json()) as Segment[];
  expect(texts(results)).toEqual(texts(expected));
  expect(results).toEqual(expected);
  expect(billed('killed')).toHaveLength(1);

  // One that is asked to stop gives its jobs back at once.
  const { id: next } = await submitted(server, long, { headers: { [TAG]: 'stopped' } });
  await expect.poll(async () => (await stateOf(server, next)).progress, { interval: 50 }).toBeGreaterThan(10);
  expect(await server.stop()).toBe(0);
  server = await startServer(env, folder);
  await reached(server, next, 'done');
  expect(await (await resultOf(server, next)).json()).toEqual(expected);
  expect(billed('stopped')).toHaveLength(1);
});
