import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { encodePlain, JobError } from '@locutor/contract';
import { expect, onTestFinished, test } from 'vitest';
import {
  DeadlineExceededError,
  EngineInternalError,
  EngineUnavailableError,
  JobCanceledError,
  QueueFullError,
} from '../pool/errors.ts';
import { until } from '../pool/test-support/test-pool.mjs';
import { Bus } from './bus.ts';
import { ADVERTS, BUS_PROTOCOL, claimsOf, FETCHES, framesTo, ROLL_CALL } from './subjects.ts';
import { noNats, testNats, testNode, testWorker } from './test-support/test-fleet.ts';

const fleet = test.skipIf(noNats !== undefined);
const title = (text: string) => (noNats === undefined ? text : `${text} (skipped: ${noNats})`);

fleet(title('jobs of any size run on a worker as they would here'), async () => {
  const nats = await testNats();
  const worker = await testWorker(nats.url, 'one');
  const node = testNode(nats.url);
  await node.start();
  expect(node.state()).toMatchObject({ status: 'ready', up: 1 });

  const samples = Float32Array.from({ length: 3_000_000 }, (_, index) => index);
  const input = { audio: { samples }, words: new Map([['a', [1, undefined, Number.NaN]]]) };
  // Not with toEqual, which takes a minute for so many numbers.
  expect(isDeepStrictEqual(await node.run('echo', { ...input, left: undefined }), input)).toBe(true);

  const partials: number[] = [];
  const count = node.run('count', { to: 5, after: 'return' }, { onPartial: (n) => partials.push(n) });
  expect(await count).toBe(5);
  expect(partials).toEqual([1, 2, 3, 4, 5]);

  const asked = once(worker.child.stdout!, 'data');
  node.fetch({ model: 'whisper-tiny', by: 'request' });
  expect(JSON.parse(String((await asked)[0]))).toEqual({ fetch: { model: 'whisper-tiny', by: 'request' } });
});

fleet(title('errors, cancels and deadlines are those of a pool on this machine'), async () => {
  const nats = await testNats();
  await testWorker(nats.url, 'one');
  const node = testNode(nats.url);
  await node.start();

  const refusal = { code: 'NO', message: 'not this', data: { why: 'because' } };
  const refused = await node.run('refuse', refusal).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(JobError);
  expect(refused).toMatchObject(refusal);
  await expect(node.run('fault', null)).rejects.toBeInstanceOf(EngineInternalError);
  await expect(node.run('unsendable', null)).rejects.toBeInstanceOf(EngineInternalError);
  await expect(node.run('echo', () => {})).rejects.toThrow('cannot be sent');
  await expect(node.run('compute', null, { deadlineMs: 300 })).rejects.toBeInstanceOf(DeadlineExceededError);

  const controller = new AbortController();
  const canceled = node.run('compute', null, { signal: controller.signal });
  await until(() => node.fleet().workers[0]?.free === 0);
  controller.abort();
  await expect(canceled).rejects.toBeInstanceOf(JobCanceledError);
  // The process is free again, or this would never end.
  expect(await node.run('echo', 'next')).toBe('next');
});

fleet(title('a full fleet refuses, and nothing piles up in a worker'), async () => {
  const nats = await testNats();
  await testWorker(nats.url, 'one');
  const node = testNode(nats.url, { maxQueue: 1 });
  const other = testNode(nats.url, { maxQueue: 5 });
  await Promise.all([node.start(), other.start()]);
  const controller = new AbortController();
  const { signal } = controller;
  const ended = [node.run('compute', null, { signal }).catch(() => {})];
  await until(() => node.fleet().workers[0]?.free === 0 && other.fleet().workers[0]?.free === 0);
  ended.push(node.run('compute', null, { signal }).catch(() => {}));
  expect(node.hasRoom()).toBe(false);
  const refused = await node.run('echo', null).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(QueueFullError);
  expect((refused as QueueFullError).retryAfterSeconds).toBeGreaterThanOrEqual(1);
  const waiting = other.run('echo', 'waited');
  expect(other.state()).toMatchObject({ queued: 1, running: 0 });
  controller.abort();
  await Promise.all(ended);
  expect(await waiting).toBe('waited');
});

fleet(title('a job whose worker is killed is done by another, and says nothing twice'), async () => {
  const nats = await testNats();
  const first = await testWorker(nats.url, 'first');
  const node = testNode(nats.url);
  await node.start();
  const partials: number[] = [];
  const done = node.run('count', { to: 3, after: 'compute' }, { onPartial: (n) => partials.push(n) });
  const outcome = done.catch((error: unknown) => error);
  await until(() => partials.length === 3);
  await testWorker(nats.url, 'second');
  await until(() => node.fleet().workers.length === 2);
  await first.kill('SIGKILL');
  await until(() => node.fleet().retried === 1);
  // It counts again on the second worker, and then computes for ever, as the job says.
  await until(() => node.fleet().workers.some(({ name, free }) => name === 'second' && free === 0));
  expect(await node.run('echo', 1, { deadlineMs: 500 }).catch(() => 'waits')).toBe('waits');
  expect(partials).toEqual([1, 2, 3]);
  void node.drain({ timeoutMs: 0 });
  expect(await outcome).toBeInstanceOf(JobCanceledError);
});

fleet(title('a job goes on when the bus restarts'), async () => {
  const nats = await testNats();
  await testWorker(nats.url, 'one');
  const node = testNode(nats.url);
  await node.start();
  const slept = node.run('sleep', { ms: 3000 });
  await until(() => node.fleet().workers[0]?.free === 0);
  await nats.kill();
  await until(() => !node.fleet().connected);
  const waiting = node.run('echo', 'after');
  await nats.start();
  expect(await slept).toBe(3000);
  expect(await waiting).toBe('after');
  expect(node.fleet().retried).toBe(0);
});

fleet(title('a worker that leaves finishes its jobs and takes no more'), async () => {
  const nats = await testNats();
  const leaving = await testWorker(nats.url, 'leaving');
  const node = testNode(nats.url);
  await node.start();
  const slept = node.run('sleep', { ms: 1500 });
  await until(() => node.fleet().workers[0]?.free === 0);
  const exited = leaving.kill('SIGTERM');
  await until(() => node.fleet().workers[0]?.leaving === true);
  await expect(node.run('echo', null)).rejects.toBeInstanceOf(EngineUnavailableError);
  expect(await slept).toBe(1500);
  await exited;
  await until(() => node.fleet().workers.length === 0);
  expect(node.fleet().retried).toBe(0);
});

fleet(title('without a worker or a bus a node says so'), async () => {
  const nats = await testNats();
  const node = testNode(nats.url);
  const lonely = testNode('nats://127.0.0.1:1');
  const unreached = lonely.start().catch((error: Error) => error.message);
  await expect(node.start()).rejects.toThrow('no worker is on the bus');
  expect(node.state()).toMatchObject({ status: 'degraded', up: 0 });
  await expect(node.run('echo', null)).rejects.toThrow('no worker is on the bus');
  expect(await unreached).toContain('the bus cannot be reached');
});

fleet(title('a worker of another version is seen and not used'), async () => {
  const nats = await testNats();
  const node = testNode(nats.url);
  const started = node.start().catch((error: Error) => error);
  const bus = new Bus({ servers: [nats.url], name: 'other' });
  bus.start();
  onTestFinished(() => bus.close());
  await until(() => bus.state.connected && node.fleet().connected);
  const advert = {
    protocol: '0.0',
    id: 'other',
    name: 'other',
    version: '9',
    processes: 1,
    up: 1,
    free: 1,
    models: [],
    downloads: [],
    leaving: false,
    somethingNew: true,
  };
  // Workers say it again and again, too: the node may be connected before it listens.
  await until(() => {
    bus.publish(ADVERTS, encodePlain(advert));
    return node.fleet().incompatible === 1;
  });
  expect((await started) as Error).toMatchObject({
    message: expect.stringContaining('no worker is on the bus; 1 of another version'),
  });
  expect(node.fleet().workers).toEqual([]);
});

fleet(title('what others send on its subjects disturbs neither node nor worker'), async () => {
  const nats = await testNats();
  await testWorker(nats.url, 'one');
  const node = testNode(nats.url);
  await node.start();
  const { id } = node.fleet().workers[0]!;
  const bus = new Bus({ servers: [nats.url], name: 'hostile' });
  bus.start();
  onTestFinished(() => bus.close());
  await until(() => bus.state.connected);
  const subjects = [ADVERTS, ROLL_CALL, FETCHES, claimsOf(id), framesTo(id, 'x'), framesTo(id, '*')];
  const payloads = [
    new Uint8Array(),
    Uint8Array.of(0xc1),
    encodePlain({ type: 'run' }),
    encodePlain({ protocol: BUS_PROTOCOL, node: 'x', channel: 'x', kind: 'echo', models: ['none'] }),
    new Uint8Array(100_000).fill(0xdd),
  ];
  for (const subject of subjects) for (const payload of payloads) bus.publish(subject, payload, ADVERTS);
  expect(await node.run('echo', 'still here')).toBe('still here');

  // A claim that nobody follows up, and one whose input cannot be read: the process is free again.
  const claim = { protocol: BUS_PROTOCOL, node: 'hostile', kind: 'echo', models: [] };
  expect(await bus.request(claimsOf(id), { ...claim, channel: 'a' }, 2000)).toEqual({ accepted: true });
  expect(await bus.request(claimsOf(id), { ...claim, channel: 'b' }, 2000)).toEqual({ accepted: false });
  const again = await bus.request(claimsOf(id), { ...claim, channel: 'a' }, 2000);
  expect(again).toEqual({ accepted: false });
  const garbage = new Uint8Array([0, 1, 0, 0, 0, 0, 255, 255, 255, 255]);
  bus.publish(framesTo(id, 'a'), garbage);
  expect(await node.run('echo', 'again')).toBe('again');
});

fleet(title('nothing that was accepted is lost when a worker and the bus die under load'), async () => {
  const nats = await testNats();
  const first = await testWorker(nats.url, 'first');
  await testWorker(nats.url, 'second');
  const node = testNode(nats.url, { maxQueue: 100 });
  await node.start();
  await until(() => node.fleet().workers.length === 2);
  let done = 0;
  const job = async (index: number) => {
    const partials: number[] = [];
    const onPartial = (n: number) => partials.push(n);
    if (index % 2 === 0) await node.run('sleep', { ms: 100 });
    else expect(await node.run('count', { to: 4, after: 'return' }, { onPartial })).toBe(4);
    done += 1;
    return index % 2 === 0 ? [] : partials;
  };
  const jobs = Array.from({ length: 60 }, (_, index) => job(index));
  await until(() => done >= 10);
  await first.kill('SIGKILL');
  await until(() => done >= 30);
  await nats.kill();
  await until(() => !node.fleet().connected);
  await nats.start();
  const answers = await Promise.all(jobs);
  expect(answers).toEqual(answers.map((_, index) => (index % 2 === 0 ? [] : [1, 2, 3, 4])));
  expect(node.state()).toMatchObject({ queued: 0, running: 0 });
});
