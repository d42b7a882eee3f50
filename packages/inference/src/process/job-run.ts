import { hostname } from 'node:os';
import { type JobContext, JobError, type RunMessage, SpanRecorder } from '@locutor/contract';
import { jobCheckpoint } from './checkpoint.ts';
import type { ReadyJob } from './load-jobs.ts';
import type { ParentLink } from './parent-link.ts';
import { toPlainError } from './plain-error.ts';

export interface RunningJob {
  readonly job: number;
  cancel(): void;
}

/** Starts a job and sees to it that exactly one of done, failed or canceled is sent for it. */
export function beginJob(
  message: RunMessage,
  ready: ReadyJob | undefined,
  link: ParentLink,
  ended: () => void,
): RunningJob {
  const { job, kind, input } = message;
  const controller = new AbortController();
  const recorder = message.trace === undefined ? undefined : new SpanRecorder();
  const spans = () => recorder && { spans: recorder.spans };
  const work = async () => {
    if (!ready) throw new JobError('UNKNOWN_JOB', `this process has no job of the kind "${kind}"`);
    const context: JobContext<unknown, unknown> = {
      loaded: ready.loaded,
      settings: ready.settings,
      signal: controller.signal,
      checkpoint: jobCheckpoint(controller.signal, () => link.send({ type: 'progress', job })),
      emit: (partial) => link.send({ type: 'partial', job, partial }),
    };
    link.send({ type: 'started', job });
    const run = () => ready.definition.run(input, context);
    // The process may be on another machine than the one that sends its steps.
    const place = { 'process.pid': process.pid, 'host.name': hostname() };
    const output = await (recorder ? recorder.record(kind, run, place) : run());
    ended();
    link.send({ type: 'done', job, output, ...spans() });
  };
  work().catch((error: unknown) => {
    ended();
    // Whatever a job throws after a cancel, most likely its own wrapping of it, is the consequence of the cancel.
    if (controller.signal.aborted) link.send({ type: 'canceled', job, ...spans() });
    else link.send({ type: 'failed', job, error: toPlainError(error), ...spans() });
  });
  return { job, cancel: () => controller.abort() };
}
