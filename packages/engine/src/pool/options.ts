import { totalmem } from 'node:os';
import { pathToFileURL } from 'node:url';
import { inferenceFile, type Settings, type TraceJob } from '@locutor/contract';
import type { BackoffOptions } from './backoff.ts';
import type { LaunchEngine } from './engine-link.ts';
import type { PoolEvent } from './events.ts';
import { forkEngines } from './fork-engine.ts';
import { type PoolLogger, silentLogger } from './logger.ts';
import { physicalCores } from './physical-cores.ts';

export interface EnginePoolOptions {
  /** Handed to every job's `load` and `run`: model paths, audio limits. Plain data. */
  settings: Settings;
  /** Engine processes, each computing on one thread. Default: the physical cores this process may use. */
  processes?: number;
  /** Jobs that may wait; one more is refused with QueueFullError. Default 32. */
  maxQueue?: number;
  /** Milliseconds a job may take from acceptance, waiting included, unless `run` says otherwise. Default 120000. */
  defaultDeadlineMs?: number;
  /** A running job that was canceled has this long to notice before its process is killed. Default 2000. */
  cancelGraceMs?: number;
  /** Resident bytes at which a busy process is killed. Default 2 GiB, or its share of the machine if that is less. */
  memoryLimitBytes?: number;
  /** Resident bytes at which a process is replaced once it is idle. Default 80 % of the limit. */
  memorySoftLimitBytes?: number;
  /** Pause before a process that failed is started again. Default 200 ms, doubling up to 30 s. */
  backoff?: BackoffOptions;
  /** A process up this long has proved itself: its next failure counts as the first. Default 30000. */
  healthyAfterMs?: number;
  /** Failed starts in a row, of every process, after which waiting jobs are refused. Default 2. */
  startAttempts?: number;
  /** Loading the models may take this long. Default 60000. */
  startTimeoutMs?: number;
  /** An idle process may take this long to end when asked to. Default 2000. */
  stopGraceMs?: number;
  /** How often memory is measured. Default 250. */
  memoryCheckMs?: number;
  /** How often processes are pinged; one without a job that misses three is killed. Default 2000. */
  pingMs?: number;
  /** A running job without a checkpoint for this long costs its process; see ProgressWatch. Default 30000. */
  progressMs?: number;
  logger?: PoolLogger;
  onEvent?: (event: PoolEvent) => void;
  /** Default: no job is traced. */
  traceJob?: TraceJob;
  /** URL of the module whose `jobs` the processes run. Default: the product's own. */
  registry?: string;
  /** How processes are started. Default: forked children. */
  launch?: LaunchEngine;
}

export type ResolvedOptions = Required<EnginePoolOptions>;

export function resolveOptions(options: EnginePoolOptions): ResolvedOptions {
  const processes = options.processes ?? physicalCores();
  const logger = options.logger ?? silentLogger;
  const memoryLimitBytes = options.memoryLimitBytes ?? Math.min(2 * 2 ** 30, (0.8 * totalmem()) / processes);
  const resolved: ResolvedOptions = {
    maxQueue: 32,
    defaultDeadlineMs: 120_000,
    cancelGraceMs: 2000,
    memorySoftLimitBytes: 0.8 * memoryLimitBytes,
    backoff: { minMs: 200, maxMs: 30_000 },
    healthyAfterMs: 30_000,
    startAttempts: 2,
    startTimeoutMs: 60_000,
    stopGraceMs: 2000,
    memoryCheckMs: 250,
    pingMs: 2000,
    progressMs: 30_000,
    onEvent: () => {},
    traceJob: () => undefined,
    registry: pathToFileURL(inferenceFile('jobs')).href,
    launch: forkEngines(logger),
    ...options,
    processes,
    logger,
    memoryLimitBytes,
  };
  atLeast(resolved, 'processes', 1);
  atLeast(resolved, 'maxQueue', 0);
  atLeast(resolved, 'startAttempts', 1);
  atLeast(resolved, 'defaultDeadlineMs', 1);
  atLeast(resolved, 'progressMs', 1);
  return resolved;
}

function atLeast(options: ResolvedOptions, name: keyof ResolvedOptions, least: number): void {
  const value = options[name];
  if (!Number.isInteger(value) || (value as number) < least) {
    throw new RangeError(
      `The engine pool's ${name} must be a whole number from ${least}, not ${String(value)}.`,
    );
  }
}
