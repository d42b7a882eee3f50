import { EngineDiedError, JobCanceledError } from '../../pool/errors.ts';
import type { JobOutcome } from '../../pool/events.ts';
import type { PoolJob } from '../../pool/pool-job.ts';
import type { Bus } from '../bus.ts';
import { type BusSide, newId } from '../bus-side.ts';
import { errorOf, type FromWorker, isFromWorker, type JobFault, type ToWorker } from '../job-messages.ts';
import { jobModels } from '../job-models.ts';
import { type Claim, readClaimAnswer } from '../shapes.ts';
import { BUS_PROTOCOL, claimsOf } from '../subjects.ts';
import type { Channel } from '../wire/channel.ts';

/** A worker that does not answer a claim in this time is not asked again before its next advert. */
const CLAIM_MS = 2000;
/** Partial results hold samples: more than any segment has. */
const MOST_BYTES = 1024 ** 3;

export interface RunHost {
  readonly bus: Bus;
  readonly side: BusSide;
  /** The worker had no room, or did not answer. */
  onRefused(job: PoolJob): void;
  /** The worker died with the job, or its process did. */
  onDied(job: PoolJob, reason: string): void;
  /** The worker is leaving and gives the job back. */
  onReturned(job: PoolJob): void;
  /** In any case, after the last message. */
  onEnd(job: PoolJob): void;
}

const OUTCOMES: Readonly<Record<string, JobOutcome>> = {
  ENGINE_MEMORY: 'memory',
  DEADLINE_EXCEEDED: 'deadline',
};

/** One attempt at a job on one worker. */
export class RemoteRun {
  readonly #job: PoolJob;
  readonly #worker: string;
  readonly #host: RunHost;
  readonly #channelId = newId();
  readonly #channel: Channel;
  /** Partial results that an attempt before this one handed out. */
  #known: number;
  #ended = false;

  constructor(job: PoolJob, worker: string, host: RunHost) {
    this.#job = job;
    this.#worker = worker;
    this.#host = host;
    this.#known = job.emitted;
    this.#channel = host.side.open(worker, this.#channelId, {
      mostBytes: MOST_BYTES,
      // The worker opens its side when it accepts the claim.
      waits: true,
      onMessage: (message) => {
        if (isFromWorker(message)) this.#onMessage(message);
        else this.#channel.lose(`an unknown message "${message.type}"`);
      },
      onLost: (reason) => this.#end(() => host.onDied(job, reason)),
    });
  }

  async begin(): Promise<void> {
    const { kind, input, id, deadlineMs, trace } = this.#job.request;
    const claim: Claim = {
      protocol: BUS_PROTOCOL,
      node: this.#host.side.id,
      channel: this.#channelId,
      kind,
      models: [...jobModels(kind, input)],
    };
    const answer = await this.#host.bus
      .request(claimsOf(this.#worker), claim, CLAIM_MS)
      .then(readClaimAnswer, () => undefined);
    if (!answer?.accepted) {
      this.#end(() => this.#host.onRefused(this.#job));
      return;
    }
    // A worker that keeps room for a job that is not wanted any more hears from this side that the channel is closed.
    if (!this.#job.open) {
      this.#end();
      return;
    }
    const leftMs = Math.max(1, Math.ceil(deadlineMs - (performance.now() - this.#job.acceptedAt)));
    try {
      const traced = trace && { trace: trace.traceparent };
      this.#post({ type: 'run', job: id, kind, input, deadlineMs: leftMs, ...traced });
    } catch (error) {
      const reason = `The input of the job "${kind}" cannot be sent: ${String(error)}`;
      this.#job.reject('failed', new TypeError(reason));
      this.#end();
    }
  }

  /** The caller no longer waits. */
  cancel(): void {
    this.#post({ type: 'cancel', job: this.#job.request.id });
  }

  /** The node is leaving. */
  abandon(): void {
    this.cancel();
    this.#end();
  }

  #post(message: ToWorker): void {
    this.#channel.post(message);
  }

  #onMessage(message: FromWorker): void {
    const job = this.#job;
    switch (message.type) {
      case 'started':
        job.phase = 'started';
        return;
      case 'partial':
        if (this.#known > 0) this.#known -= 1;
        else job.emit(message.partial);
        return;
      case 'done':
        job.spans = message.spans ?? [];
        job.resolve(message.output);
        this.#end();
        return;
      case 'failed':
        job.spans = message.spans ?? [];
        this.#failed(message.error);
        return;
      case 'canceled':
        job.reject('canceled', new JobCanceledError(job.request.kind, 'caller'));
        this.#end();
        return;
      case 'returned':
        this.#end(() => this.#host.onReturned(job));
        return;
    }
  }

  #failed(fault: JobFault): void {
    const error = errorOf(fault, this.#job.request);
    if (error instanceof EngineDiedError) {
      this.#end(() => this.#host.onDied(this.#job, error.end));
      return;
    }
    this.#job.reject(OUTCOMES[fault.code] ?? 'failed', error);
    this.#end();
  }

  /** The place is free before it is said what becomes of the job, which may need it. */
  #end(then?: () => void): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#host.side.close(this.#channelId);
    this.#host.onEnd(this.#job);
    then?.();
  }
}
