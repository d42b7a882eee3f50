import type { JobReport, JobRunner, JobTypes, TraceSpan } from '@locutor/contract';
import { JobCanceledError } from '../../pool/errors.ts';
import type { PoolLogger } from '../../pool/logger.ts';
import type { BusSide } from '../bus-side.ts';
import { type FromWorker, faultOf, isToWorker, type ToWorker } from '../job-messages.ts';
import type { Claim } from '../shapes.ts';
import type { Channel } from '../wire/channel.ts';

export interface WorkerJobHost {
  readonly side: BusSide;
  readonly pool: JobRunner<JobTypes>;
  readonly mostBytes: number;
  readonly logger: PoolLogger;
  /** It needs its process no longer. */
  onFree(job: WorkerJob): void;
  /** The last message about it has arrived, or never will. */
  onEnd(job: WorkerJob): void;
}

/** A job that a node has claimed room for: its input arrives, it runs, its answers go back. */
export class WorkerJob {
  readonly #host: WorkerJobHost;
  readonly #channelId: string;
  readonly #channel: Channel;
  readonly #abort = new AbortController();
  #job: number | undefined;
  #answered = false;
  #lost = false;

  constructor({ node, channel }: Claim, host: WorkerJobHost) {
    this.#host = host;
    this.#channelId = channel;
    this.#channel = host.side.open(node, channel, {
      mostBytes: host.mostBytes,
      onMessage: (message) => {
        if (isToWorker(message)) this.#onMessage(message);
        else this.#channel.lose(`an unknown message "${message.type}"`);
      },
      onSettled: () => {
        if (this.#answered) this.#end();
      },
      onLost: (reason) => {
        this.#lost = true;
        if (!this.#answered) host.logger.warn({ job: this.#job, reason }, 'the node of a job was lost');
        this.#abort.abort();
        // A job that runs frees its process when it has noticed.
        if (this.#job === undefined) host.onFree(this);
        host.onEnd(this);
      },
    });
  }

  /** Gives the job back to its node, which finds another worker for it. */
  giveBack(): void {
    if (this.#answered) return;
    this.#answer({ type: 'returned', job: this.#job ?? 0 });
    this.#abort.abort();
  }

  #onMessage(message: ToWorker): void {
    if (message.type === 'cancel') {
      this.#abort.abort();
      if (this.#job !== undefined) return;
      this.#host.onFree(this);
      this.#answer({ type: 'canceled', job: message.job });
    } else if (this.#job === undefined && !this.#answered) {
      this.#job = message.job;
      void this.#run(message);
    }
  }

  async #run(message: Extract<ToWorker, { type: 'run' }>): Promise<void> {
    const { job, kind, input, deadlineMs, trace } = message;
    // The node exports them: here is no collector.
    let steps: { spans?: TraceSpan[] } = {};
    const keep = ({ spans }: JobReport) => {
      steps = { spans: [...spans] };
    };
    const following = trace !== undefined && { trace: { traceparent: trace, end: keep } };
    this.#post({ type: 'started', job });
    const answer = await this.#host.pool
      .run(kind, input, {
        signal: this.#abort.signal,
        deadlineMs,
        // It was accepted when its room was claimed.
        continues: 'ahead',
        onPartial: (partial: unknown) => this.#post({ type: 'partial', job, partial }),
        ...following,
      })
      .then(
        (output): FromWorker => ({ type: 'done', job, output, ...steps }),
        (error: unknown): FromWorker => ({ ...failure(job, error), ...steps }),
      );
    this.#host.onFree(this);
    this.#answer(answer);
  }

  #answer(answer: FromWorker): void {
    if (this.#answered || this.#lost) return;
    this.#answered = true;
    try {
      this.#post(answer);
    } catch {
      // A result that is not plain data is a fault of the job.
      this.#post({ type: 'failed', job: answer.job, error: { expected: false, code: 'ENGINE_INTERNAL' } });
    }
  }

  #post(message: FromWorker): void {
    this.#channel.post(message);
  }

  #end(): void {
    this.#host.side.close(this.#channelId);
    this.#host.onEnd(this);
  }
}

function failure(job: number, error: unknown): FromWorker {
  if (error instanceof JobCanceledError && error.by === 'caller') return { type: 'canceled', job };
  const fault = faultOf(error);
  return fault ? { type: 'failed', job, error: fault } : { type: 'returned', job };
}
