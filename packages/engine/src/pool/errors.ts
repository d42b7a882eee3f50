/** What `run` rejects with, apart from the `JobError` a job answers with. `code` tells them apart across packages. */
export abstract class EnginePoolError extends Error {
  abstract readonly code: string;
}

/** Too many jobs are already waiting: try again later. */
export class QueueFullError extends EnginePoolError {
  override readonly name = 'QueueFullError';
  readonly code = 'QUEUE_FULL';
  readonly queued: number;
  /** When the present queue should be done, from how long recent jobs took. */
  readonly retryAfterSeconds: number;

  constructor(queued: number, retryAfterSeconds: number) {
    super(`The engine queue is full: ${queued} jobs are waiting. Try again in ${retryAfterSeconds} s.`);
    this.queued = queued;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The job was not done in time, counted from its acceptance. */
export class DeadlineExceededError extends EnginePoolError {
  override readonly name = 'DeadlineExceededError';
  readonly code = 'DEADLINE_EXCEEDED';
  readonly deadlineMs: number;
  /** Whether it was still waiting, and so had no effect. */
  readonly wasQueued: boolean;

  constructor(kind: string, deadlineMs: number, wasQueued: boolean) {
    super(
      `The job "${kind}" was ${wasQueued ? 'still queued' : 'not done'} ${deadlineMs} ms after its acceptance.`,
    );
    this.deadlineMs = deadlineMs;
    this.wasQueued = wasQueued;
  }
}

/** The caller gave up (`cause` is the signal's reason), or the pool shut down before the job was done. */
export class JobCanceledError extends EnginePoolError {
  override readonly name = 'JobCanceledError';
  readonly code = 'JOB_CANCELED';
  readonly by: 'caller' | 'shutdown';

  constructor(kind: string, by: 'caller' | 'shutdown', cause?: unknown) {
    const why = by === 'caller' ? 'its caller gave up' : 'the engine shut down';
    super(`The job "${kind}" was canceled: ${why}.`, cause === undefined ? undefined : { cause });
    this.by = by;
  }
}

/** The process that ran the job died. */
export class EngineDiedError extends EnginePoolError {
  override readonly name = 'EngineDiedError';
  readonly code = 'ENGINE_DIED';
  /** How the process ended. */
  readonly end: string;

  constructor(kind: string, end: string) {
    super(`The engine process died during the job "${kind}": ${end}.`);
    this.end = end;
  }
}

/** The process that ran the job grew over its memory limit and was ended. */
export class EngineMemoryError extends EnginePoolError {
  override readonly name = 'EngineMemoryError';
  readonly code = 'ENGINE_MEMORY';
  readonly rssBytes: number;
  readonly limitBytes: number;

  constructor(kind: string, rssBytes: number, limitBytes: number) {
    super(`The job "${kind}" took its process to ${rssBytes} bytes of memory; the limit is ${limitBytes}.`);
    this.rssBytes = rssBytes;
    this.limitBytes = limitBytes;
  }
}

/** No engine process comes up, or no worker is on the bus; the message says why. The pool goes on trying. */
export class EngineUnavailableError extends EnginePoolError {
  override readonly name = 'EngineUnavailableError';
  readonly code = 'ENGINE_UNAVAILABLE';

  constructor(reason: string) {
    super(`No engine process is available: ${reason}`);
  }
}

/** The pool was not started, is draining or has stopped. */
export class PoolClosedError extends EnginePoolError {
  override readonly name = 'PoolClosedError';
  readonly code = 'POOL_CLOSED';

  constructor(status: string) {
    super(`The engine pool takes no jobs: it is ${status}.`);
  }
}

/** A fault inside a job. The details are in the log, under the job's number. */
export class EngineInternalError extends EnginePoolError {
  override readonly name = 'EngineInternalError';
  readonly code = 'ENGINE_INTERNAL';

  constructor(kind: string, job: number) {
    super(`The job "${kind}" (number ${job}) failed inside the engine.`);
  }
}
