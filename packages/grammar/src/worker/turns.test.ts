import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Turn, Turns } from './turns.ts';

let turns: Turns<string>;
/** Jobs in the order in which they were started, as `client number`. */
let started: string[];
let running: Map<string, Turn<string>>;

function open(threads: readonly string[], perClient: number, queue = 100): void {
  turns = new Turns(threads, { perClient, queue, patience: 10_000 });
  started = [];
  running = new Map();
}

function ask(name: string, clients: ReadonlySet<string> = new Set([name.split(' ', 1)[0]!])): Promise<void> {
  const job = turns.next({ clients, suits: (thread) => thread === name });
  return job.then((turn) => {
    started.push(name);
    running.set(name, turn);
  });
}

function askAll(...names: string[]): Promise<PromiseSettledResult<void>[]> {
  return Promise.allSettled(names.map((name) => ask(name)));
}

async function end(name: string): Promise<void> {
  running.get(name)!.end();
  running.delete(name);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  turns.close(new Error('closed'));
  vi.useRealTimers();
});

describe('turns', () => {
  it('leave a thread to other clients, however many jobs one has', async () => {
    open(['x', 'y', 'z'], 2);
    void askAll('a 1', 'a 2', 'a 3', 'a 4');
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['a 1', 'a 2']);
    await ask('b 1');
    expect(started).toEqual(['a 1', 'a 2', 'b 1']);
    // What one client may not use, the other does not wait for either.
    await end('b 1');
    expect([...running.keys()]).toEqual(['a 1', 'a 2']);
    await end('a 1');
    expect(started.at(-1)).toBe('a 3');
  });

  it('go to the client with the fewest running jobs, then to the one served longest ago', async () => {
    open(['x'], 1);
    void askAll('a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1');
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 5; round++) await end(started.at(-1)!);
    expect(started).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3']);
  });

  it('come for a job as soon as they come for anybody who waits for it', async () => {
    open(['x', 'y'], 1);
    const clients = new Set(['a']);
    void askAll('a 1', 'a 2');
    void ask('a shared', clients);
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['a 1']);
    clients.add('b');
    turns.dispatch();
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['a 1', 'a shared']);
  });

  it('are limited by the threads alone where a job names no client', async () => {
    open(['x', 'y'], 1);
    void ask('1', new Set());
    await ask('2', new Set());
    expect(started).toEqual(['1', '2']);
  });

  it('prefer a thread that suits the job', async () => {
    open(['x', 'y', 'a'], 2);
    await ask('a');
    expect(running.get('a')!.thread).toBe('a');
  });

  it('are taken from the client with the most waiting jobs when the queue is full', async () => {
    open(['x'], 1, 4);
    const ofA = askAll('a 1', 'a 2', 'a 3', 'a 4', 'a 5');
    const more = ask('a 6');
    await expect(more).rejects.toMatchObject({ code: 'limit', limit: 'queue' });
    void askAll('b 1');
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 4; round++) await end(started.at(-1)!);
    expect(started).toEqual(['a 1', 'b 1', 'a 2', 'a 3', 'a 4']);
    const outcomes = await ofA;
    expect(outcomes.map(({ status }) => status).at(-1)).toBe('rejected');
  });

  it('are refused where everybody waits with as many jobs', async () => {
    open(['x'], 1, 2);
    void askAll('a 1', 'a 2', 'b 1');
    await expect(ask('c 1')).rejects.toMatchObject({ limit: 'queue' });
  });
});
