import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ThreadReply } from './messages.ts';
import { GrammarPool } from './pool.ts';
import { PoolThread } from './pool-thread.ts';

/** Threads that say what the test tells them to. */
const { workers } = vi.hoisted(() => ({ workers: [] as EventEmitter[] }));
vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor() {
      super();
      workers.push(this);
    }
    postMessage() {}
    ref() {}
    unref() {}
    async terminate() {}
  },
}));

beforeEach(() => {
  workers.length = 0;
  // Not immediates, by which the events of an iteration of the event loop are told apart.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

const say = (worker: number, reply: ThreadReply) => workers[worker]!.emit('message', reply);
const sentences = (thread: PoolThread, key: string) => thread.run({ kind: 'sentences', key, options: {} });

it('gives no job the answer of one that a thread before it was ended for', async () => {
  const thread = new PoolThread({ time: 100, memory: 64 });
  const late = sentences(thread, 'a');
  say(0, { kind: 'ready' });
  vi.advanceTimersByTime(100);
  await expect(late).rejects.toThrow('longer than 100 ms');
  const next = sentences(thread, 'b');
  // Node delivers what a thread had sent before it was ended.
  say(0, { kind: 'generated', sentences: ['of a'] });
  say(1, { kind: 'ready' });
  say(1, { kind: 'generated', sentences: ['of b'] });
  expect(await next).toEqual({ kind: 'generated', sentences: ['of b'] });
});

it('gives a job its answer although the limit was noticed before it', async () => {
  const thread = new PoolThread({ time: 100, memory: 64 });
  const held = sentences(thread, 'a');
  say(0, { kind: 'ready' });
  // The main thread was busy: first it looks at its timers, then at what has arrived.
  vi.advanceTimersByTime(5000);
  say(0, { kind: 'generated', sentences: ['of a'] });
  expect(await held).toEqual({ kind: 'generated', sentences: ['of a'] });
  const next = sentences(thread, 'b');
  await new Promise(setImmediate);
  say(0, { kind: 'generated', sentences: ['of b'] });
  expect(await next).toEqual({ kind: 'generated', sentences: ['of b'] });
  const stuck = sentences(thread, 'c');
  vi.advanceTimersByTime(100);
  await expect(stuck).rejects.toThrow('longer than 100 ms');
});

it('does not count the time until a new thread is ready, whatever the one before says', async () => {
  const thread = new PoolThread({ time: 100, memory: 64 });
  const late = sentences(thread, 'a');
  say(0, { kind: 'ready' });
  vi.advanceTimersByTime(100);
  await expect(late).rejects.toThrow('longer than 100 ms');
  const next = sentences(thread, 'b');
  say(0, { kind: 'ready' });
  vi.advanceTimersByTime(1000);
  say(1, { kind: 'ready' });
  say(1, { kind: 'generated', sentences: ['of b'] });
  expect(await next).toMatchObject({ sentences: ['of b'] });
});

const turn = () => new Promise(setImmediate);

it('does a job once more whose thread is lost, in a new one', async () => {
  const pool = new GrammarPool({ threads: 1 });
  const linted = pool.lint({ source: '' });
  await turn();
  say(0, { kind: 'ready' });
  workers[0]!.emit('exit', 1);
  await turn();
  say(1, { kind: 'ready' });
  say(1, { kind: 'linted', findings: [] });
  expect(await linted).toEqual([]);
  expect(workers).toHaveLength(2);
});

it('compiles again what a lost thread had compiled', async () => {
  const pool = new GrammarPool({ threads: 1 });
  const facts = { mode: 'voice', frozen: {} } as never;
  const compiled = pool.compile('a', { source: '' });
  await turn();
  say(0, { kind: 'ready' });
  say(0, { kind: 'compiled', facts });
  await compiled;
  const made = pool.sentences('a');
  await turn();
  workers[0]!.emit('error', new Error('something odd'));
  await turn();
  say(1, { kind: 'ready' });
  say(1, { kind: 'compiled', facts });
  await turn();
  say(1, { kind: 'generated', sentences: ['x'] });
  expect(await made).toEqual(['x']);
});

it('gives up with the second thread that is lost, and goes on with the next job', async () => {
  const pool = new GrammarPool({ threads: 1 });
  const first = pool.lint({ source: '' });
  const failed = expect(first).rejects.toThrow('a grammar thread was lost: no such file');
  for (const lost of [0, 1]) {
    await turn();
    workers[lost]!.emit('error', new Error('no such file'));
  }
  await failed;
  const next = pool.lint({ source: '' });
  await turn();
  say(2, { kind: 'ready' });
  say(2, { kind: 'linted', findings: [] });
  expect(await next).toEqual([]);
});

it('is not begun again when its own limits ended it', async () => {
  const pool = new GrammarPool({ threads: 1, time: 100 });
  const made = pool.lint({ source: '' });
  const failed = expect(made).rejects.toMatchObject({ limit: 'time' });
  await turn();
  say(0, { kind: 'ready' });
  vi.advanceTimersByTime(100);
  await failed;
  const big = pool.lint({ source: '' });
  const full = expect(big).rejects.toMatchObject({ limit: 'memory' });
  await turn();
  workers[1]!.emit('error', Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  await full;
  expect(workers).toHaveLength(2);
});
