import type { TraceAttributes, TraceSpan } from './trace.ts';

/** Asked for each accepted job, in the caller's asynchronous context. Undefined: nobody traces it. */
export type TraceJob = (kind: string) => JobTrace | undefined;

/** What somebody wants to know of one job. */
export interface JobTrace {
  /** W3C `traceparent`: goes along with the job, wherever it runs. */
  readonly traceparent: string;
  /** Called once, when the job is settled. */
  end(report: JobReport): void;
}

export interface JobReport {
  readonly outcome: string;
  /** Milliseconds before now. */
  readonly acceptedMsAgo: number;
  /** Undefined where it never left the queue. */
  readonly sentMsAgo: number | undefined;
  /** Steps that the engine process recorded; none where it did not answer. */
  readonly spans: readonly TraceSpan[];
  readonly attributes: TraceAttributes;
}
