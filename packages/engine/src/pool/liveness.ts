import { processorTime } from './processor-time.ts';
import { ProgressWatch } from './progress-watch.ts';

const MISSED_PINGS = 3;
/** One answer may be late; a process that misses so many is not counted on. */
const DOUBTFUL_PINGS = 2;

/** The signs of life of one process: answers to pings while it has no job, progress while it runs one. */
export class Liveness {
  readonly #progress: ProgressWatch;
  #pinged = false;
  #missedPings = 0;

  constructor(progressMs: number) {
    this.#progress = new ProgressWatch(progressMs, processorTime);
  }

  /** Another process takes the place. */
  restart(): void {
    this.answered();
  }

  /** Whether a ping is to be sent now. One that is still out counts as missed, unless a job holds the event loop. */
  pingIsDue(inJob: boolean): boolean {
    const due = !this.#pinged;
    this.#pinged = true;
    // Ticks and not time: after a long stop of this event loop the answers exist but have not been read.
    if (!due && !inJob) this.#missedPings += 1;
    return due;
  }

  answered(): void {
    this.#pinged = false;
    this.#missedPings = 0;
  }

  /** The job began, or reached a checkpoint. */
  progressed(): void {
    this.#missedPings = 0;
    this.#progress.progressed();
  }

  /** Called every `ProgressWatch.lookMs` while a job runs; true once it has gone without progress for too long. */
  isStuck(pid: number | undefined): boolean {
    this.#progress.look(pid);
    return this.#progress.over;
  }

  get hung(): boolean {
    return this.#missedPings >= MISSED_PINGS;
  }

  /** Too quiet to be counted on, though it may still recover. */
  isDoubtful(inJob: boolean): boolean {
    return inJob ? this.#progress.stalled : this.#missedPings >= DOUBTFUL_PINGS;
  }
}
