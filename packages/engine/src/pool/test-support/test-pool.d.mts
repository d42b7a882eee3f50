import type { EnginePool } from '../engine-pool.ts';
import type { PoolEvent } from '../events.ts';
import type { EnginePoolOptions } from '../options.ts';
import type { TestJobs } from './test-jobs.mjs';

export const testRegistry: string;

export interface TestPool {
  pool: EnginePool<TestJobs>;
  events: PoolEvent[];
  logged: ({ message: string } & Record<string, unknown>)[];
}

/** A pool of real processes that run the test jobs; gone, with its processes, when the test is over. */
export function testPool(options?: Partial<EnginePoolOptions>): TestPool;

/** Resolves once the condition holds; the test's own time limit is the only one. */
export function until(condition: () => boolean): Promise<void>;

export function isAlive(pid: number): boolean;
