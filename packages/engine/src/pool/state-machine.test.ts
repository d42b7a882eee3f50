import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import type { PoolEvent } from './events.ts';
import { type FakeEngine, FakeEngines } from './test-support/fake-engines.mjs';

// The supervisor alone, against processes that behave in every order one can think of; the clock is false as well.

type TestJobs = { test: { input: null; output: number; partial: number } };

const PROCESSES = 2;
const MAX_QUEUE = 3;
const ATTEMPTS = 2;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Call {
  controller: AbortController;
  /** Undefined if it was refused. */
  job: number | undefined;
  continues: 'ahead' | 'in-turn' | undefined;
  settled: number;
}

class Scene {
  readonly engines = new FakeEngines();
  readonly jobEvents: PoolEvent[] = [];
  readonly calls: Call[] = [];
  #accepted = 0;
  readonly #mixedUp: object[] = [];
  readonly pool = new EnginePool<TestJobs>({
    settings: {},
    launch: this.engines.launch,
    processes: PROCESSES,
    maxQueue: MAX_QUEUE,
    startAttempts: ATTEMPTS,
    cancelGraceMs: 50,
    startTimeoutMs: 1000,
    stopGraceMs: 50,
    pingMs: 100,
    progressMs: 500,
    backoff: { minMs: 10, maxMs: 80 },
    onEvent: (event) => {
      if (event.type === 'job') this.jobEvents.push(event);
    },
  });

  constructor() {
    this.pool.start().catch(() => {});
  }

  run(deadlineMs: number, continues?: 'ahead' | 'in-turn'): void {
    const call: Call = { controller: new AbortController(), job: undefined, continues, settled: 0 };
    const before = this.#openCalls();
    const { signal } = call.controller;
    const promise = this.pool.run('test', null, { signal, deadlineMs, ...(continues && { continues }) });
    if (this.#openCalls() > before) {
      this.#accepted += 1;
      call.job = this.#accepted;
    }
    this.calls.push(call);
    promise.then(
      (output) => {
        call.settled += 1;
        if (output !== call.job) this.#mixedUp.push({ call: call.job, output });
      },
      () => {
        call.settled += 1;
      },
    );
  }

  #openCalls(): number {
    const { queued, running } = this.pool.state();
    return queued + running;
  }

  engine(index: number): FakeEngine | undefined {
    return this.engines.alive[index % PROCESSES];
  }

  async pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
  }

  /** What must hold at any moment. */
  check(): void {
    const state = this.pool.state();
    const open = this.calls.filter((call) => call.settled === 0);
    const held = open.filter((call) => this.engines.alive.some((engine) => engine.job === call.job));
    expect(state.running).toBe(held.length);
    expect(state.queued).toBe(open.length - held.length);
    expect(this.calls.every((call) => call.settled <= 1)).toBe(true);
    expect(this.#mixedUp).toEqual([]);
    const continuing = open.filter((call) => call.continues).length;
    expect(state.queued).toBeLessThanOrEqual(MAX_QUEUE + PROCESSES + continuing);
    if (state.queued > 0) expect(state.processes.some((process) => process.state === 'idle')).toBe(false);
    expect(this.engines.alive.length).toBeLessThanOrEqual(PROCESSES);
    expect(this.engines.sent.filter((sent) => sent.startedBefore)).toEqual([]);
    const times = new Map<number, number>();
    for (const { job } of this.engines.sent) times.set(job, (times.get(job) ?? 0) + 1);
    expect(Math.max(0, ...times.values())).toBeLessThanOrEqual(2);
  }

  /** From now on every process does what it should. */
  async behave(until: () => boolean): Promise<void> {
    for (let round = 0; round < 500 && !until(); round++) {
      for (const engine of this.engines.alive) {
        engine.say({ type: 'pong', rssBytes: 1 });
        if (engine.stopping) engine.die('exit code 0');
        else if (!engine.ready) engine.becomeReady();
        else if (engine.job !== undefined) engine.answer(engine.canceled ? 'canceled' : 'done');
      }
      await this.pass(10);
      this.check();
    }
    expect(until()).toBe(true);
  }
}

const slot = fc.nat({ max: PROCESSES - 1 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      deadline: fc.constantFrom(20, 200, 1e6),
      continues: fc.constantFrom(undefined, undefined, 'ahead' as const, 'in-turn' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('abort' as const), call: fc.nat({ max: 30 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ready' as const), slot }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const), slot }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      slot,
      type: fc.constantFrom('done' as const, 'failed' as const, 'canceled' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('die' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unable' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stray' as const), slot, job: fc.nat({ max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pong' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('progress' as const), slot }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 1, 15, 60, 400) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(scene: Scene, step: Step): Promise<void> {
  switch (step.do) {
    case 'run':
      return scene.run(step.deadline, step.continues);
    case 'abort':
      return scene.calls[step.call]?.controller.abort();
    case 'ready':
      return scene.engine(step.slot)?.becomeReady();
    case 'begin':
      return scene.engine(step.slot)?.begin();
    case 'answer':
      return scene.engine(step.slot)?.answer(step.type);
    case 'die':
      return scene.engine(step.slot)?.die('signal SIGSEGV');
    case 'unable':
      return scene.engine(step.slot)?.say({
        type: 'unable',
        error: { expected: false, message: 'no model', stack: '' },
      });
    case 'stray':
      // About a job that the process does not have, or no longer.
      if (scene.engine(step.slot)?.job === step.job) return;
      return scene.engine(step.slot)?.say({ type: 'done', job: step.job, output: -1 });
    case 'pong':
      return scene.engine(step.slot)?.say({ type: 'pong', rssBytes: 1 });
    case 'progress': {
      const engine = scene.engine(step.slot);
      if (engine?.started && engine.job !== undefined) engine.say({ type: 'progress', job: engine.job });
      return;
    }
    case 'pass':
      return scene.pass(step.ms);
  }
}

test('whatever happens, every call settles once and no process is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 100, size: 'max' }),
      fc.boolean(),
      async (steps, patient) => {
        const scene = new Scene();
        for (const next of steps) {
          await take(scene, next);
          await scene.pass(0);
          scene.check();
        }
        await scene.behave(() => {
          const state = scene.pool.state();
          return state.up === PROCESSES && state.queued + state.running === 0;
        });
        expect(scene.calls.every((call) => call.settled === 1)).toBe(true);

        for (let n = 0; n < 4; n++) scene.run(1e6);
        const drained = scene.pool.drain({ timeoutMs: patient ? 1e6 : 0 });
        if (!patient) await scene.pass(1);
        await scene.behave(() => scene.pool.state().status === 'stopped');
        await drained;
        expect(scene.calls.every((call) => call.settled === 1)).toBe(true);
        expect(scene.engines.alive).toEqual([]);
        expect(vi.getTimerCount()).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
});

test('a job whose process dies before it begins is sent once more, not twice', async () => {
  const scene = new Scene();
  scene.engine(0)!.becomeReady();
  scene.run(1e6);
  scene.engines.alive.find((engine) => engine.job === 1)!.die('signal SIGSEGV');
  expect(scene.pool.state()).toMatchObject({ queued: 1, running: 0 });
  scene.engines.alive[0]!.becomeReady();
  scene.engines.alive.find((engine) => engine.job === 1)!.die('signal SIGSEGV');
  await scene.pass(0);
  expect(scene.calls[0]!.settled).toBe(1);
  expect(scene.jobEvents).toMatchObject([{ outcome: 'died' }]);
  expect(scene.engines.sent.map((sent) => sent.job)).toEqual([1, 1]);
});

test('a process that answers no ping and did not begin its job is replaced, the job passed on', async () => {
  const scene = new Scene();
  scene.engine(0)!.becomeReady();
  const hung = scene.engine(0)!;
  scene.run(1e6);
  expect(hung.job).toBe(1);
  await scene.pass(500);
  expect(hung.alive).toBe(false);
  await scene.behave(() => scene.calls[0]!.settled === 1);
  expect(scene.jobEvents).toMatchObject([{ outcome: 'done' }]);
});

test('a process is left alone as long as its job reports progress, and replaced when it no longer does', async () => {
  const scene = new Scene();
  scene.engine(0)!.becomeReady();
  const engine = scene.engine(0)!;
  scene.run(1e6);
  engine.begin();
  for (let round = 0; round < 10; round++) {
    await scene.pass(200);
    engine.say({ type: 'progress', job: 1 });
    expect(scene.pool.state().processes[0]).toMatchObject({ state: 'busy', failure: undefined });
  }
  await scene.pass(300);
  expect(scene.pool.state()).toMatchObject({ status: 'degraded', up: 0 });
  await scene.pass(300);
  expect(engine.alive).toBe(false);
  expect(scene.jobEvents).toMatchObject([{ outcome: 'died' }]);
  expect(scene.calls[0]!.settled).toBe(1);
});

test('a canceled job that is not left within the grace period costs its process', async () => {
  const scene = new Scene();
  scene.engine(0)!.becomeReady();
  const stuck = scene.engine(0)!;
  scene.run(1e6);
  stuck.begin();
  scene.calls[0]!.controller.abort();
  await scene.pass(49);
  expect(stuck).toMatchObject({ alive: true, canceled: true });
  expect(scene.calls[0]!.settled).toBe(1);
  await scene.pass(2);
  expect(stuck.alive).toBe(false);
});

test('a job on a process that is being replaced is canceled when the pool stops at that moment', async () => {
  const scene = new Scene();
  scene.engine(0)!.becomeReady();
  const hung = scene.engine(0)!;
  scene.run(1e6);
  await scene.pass(400);
  expect(hung.alive).toBe(true);
  const drained = scene.pool.drain({ timeoutMs: 0 });
  await scene.pass(10);
  await drained;
  expect(scene.calls[0]!.settled).toBe(1);
  expect(scene.jobEvents).toMatchObject([{ outcome: 'canceled' }]);
});
