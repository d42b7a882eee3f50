import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findNatsServer, natsForTest, type TestNats } from '../../../test/nats-server.ts';
import type { TestJobs } from '../../pool/test-support/test-jobs.mjs';
import { BusPool, type BusPoolOptions } from '../node/bus-pool.ts';

const program = fileURLToPath(new URL('./test-worker.mjs', import.meta.url));

/** Why there can be no fleet here; undefined where there can. */
const found = findNatsServer();
export const noNats = 'unavailable' in found ? found.unavailable : undefined;

export function testNats(args?: readonly string[]): Promise<TestNats> {
  if ('unavailable' in found) throw new Error(found.unavailable);
  return natsForTest(found.path, args);
}

export interface TestWorker {
  readonly child: ChildProcess;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export async function testWorker(url: string, name: string, processes = 1): Promise<TestWorker> {
  const child = spawn(process.execPath, [program, url, name, String(processes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  onTestFinished(() => kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return { child, kill };
}

export function testNode(url: string, options: Partial<BusPoolOptions> = {}): BusPool<TestJobs> {
  const pool = new BusPool<TestJobs>({ bus: { servers: [url], name: 'node' }, ...options });
  onTestFinished(() => pool.drain({ timeoutMs: 0 }));
  return pool;
}
