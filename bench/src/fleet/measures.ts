import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BusPool, EnginePool } from '@locutor/engine';
import { median } from '../statistics.ts';
import type { StandIns } from './jobs.ts';

const program = fileURLToPath(new URL('./worker.js', import.meta.url));

type Runner = Pick<BusPool<StandIns>, 'run'>;

/** A node, and workers that are added one by one. */
export class BenchFleet {
  readonly node: BusPool<StandIns>;
  readonly #url: string;
  readonly #workers: ChildProcess[] = [];

  constructor(url: string) {
    this.#url = url;
    this.node = new BusPool<StandIns>({ bus: { servers: [url], name: 'node' }, maxQueue: 1000 });
  }

  /** Resolves when the node knows it. */
  async add(): Promise<void> {
    this.#workers.push(fork(program, [this.#url, `worker-${this.#workers.length + 1}`]));
    const count = this.#workers.length;
    await this.node.when(() => this.node.fleet().workers.filter(({ up }) => up > 0).length === count);
  }

  killFirst(): void {
    this.#workers[0]!.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.node.drain({ timeoutMs: 0 });
    for (const worker of this.#workers) worker.kill('SIGKILL');
  }
}

/** Jobs per second while so many are always waiting or running. */
export async function throughput(
  pool: Runner,
  sleepMs: number,
  jobs: number,
  atOnce: number,
): Promise<number> {
  let left = jobs;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await pool.run('sleep', { ms: sleepMs });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, client));
  return jobs / ((performance.now() - start) / 1000);
}

/** Milliseconds of a job that does nothing, here and over the bus in turns, with so many bytes of input. */
export async function overhead(node: Runner, bytes: number, rounds: number) {
  const registry = new URL('./jobs.js', import.meta.url).href;
  const local = new EnginePool<StandIns>({ registry, settings: {}, processes: 1 });
  await local.start();
  const times = { here: [] as number[], bus: [] as number[] };
  const input = { audio: { bytes: new Uint8Array(bytes) } };
  const timed = async (pool: Runner) => {
    const start = performance.now();
    await pool.run('nothing', input);
    return performance.now() - start;
  };
  for (let round = 0; round < rounds; round++) {
    times.here.push(await timed(local));
    times.bus.push(await timed(node));
  }
  await local.drain({ timeoutMs: 0 });
  return { here: median(times.here), bus: median(times.bus) };
}

/** Seconds by which the death of a worker delays the job that it had. */
export async function recovery(fleet: BenchFleet, sleepMs: number): Promise<number> {
  const { node } = fleet;
  const start = performance.now();
  const jobs = node.fleet().workers.map(() => node.run('sleep', { ms: sleepMs }));
  await new Promise((resolve) => setTimeout(resolve, sleepMs / 2));
  fleet.killFirst();
  await Promise.all(jobs);
  return (performance.now() - start - sleepMs) / 1000;
}
