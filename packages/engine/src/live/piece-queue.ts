import type { RecognizeSegmentOutput } from '@locutor/contract';
import { DeadlineExceededError } from '../pool/errors.ts';
import { isFault } from '../recognize/faults.ts';
import { doneOutcome } from '../recognize/piece.ts';
import type { LivePasses } from './live-passes.ts';
import type { LivePiece, LiveSegments } from './live-segments.ts';

export interface PieceQueueWatch {
  /** It was no speech. */
  onNoSpeech(piece: LivePiece): void;
  /** Every pass of a piece is done. */
  onDone(): void;
  /** It could not be recognised, for a reason that ends the session; or what the others threw. */
  onError(error: unknown): void;
}

/** Begins to recognise a piece, one job for each pass. */
type Outputs = () => readonly Promise<RecognizeSegmentOutput>[];

/** Recognises the pieces of a session in their order, as many at once as there are processes. */
export class PieceQueue {
  readonly #jobs: LivePasses;
  readonly #segments: LiveSegments;
  readonly #watch: PieceQueueWatch;
  #waiting: { piece: LivePiece; outputs: Outputs }[] = [];
  #running = 0;

  constructor(jobs: LivePasses, segments: LiveSegments, watch: PieceQueueWatch) {
    this.#jobs = jobs;
    this.#segments = segments;
    this.#watch = watch;
  }

  /** Recognition takes longer than listening. */
  get isLong(): boolean {
    return this.#waiting.length > this.#atOnce;
  }

  add(piece: LivePiece, outputs: Outputs): void {
    this.#waiting.push({ piece, outputs });
    this.#startNext();
  }

  clear(): void {
    this.#waiting = [];
  }

  #startNext(): void {
    while (this.#running < this.#atOnce && this.#waiting.length > 0 && !this.#stopped) {
      const { piece, outputs } = this.#waiting.shift()!;
      this.#running += 1;
      const jobs = outputs().map((output, pass) => this.#settle(piece, pass, output));
      Promise.all(jobs)
        .then(() => {
          this.#running -= 1;
          if (this.#stopped) return;
          this.#startNext();
          this.#watch.onDone();
        })
        .catch((error: unknown) => this.#watch.onError(error));
    }
  }

  async #settle(piece: LivePiece, pass: number, job: Promise<RecognizeSegmentOutput>): Promise<void> {
    try {
      const output = await job;
      if (output.noSpeech) this.#watch.onNoSpeech(piece);
      else this.#segments.settle(piece, pass, doneOutcome(output, piece.placed.segment.audioStart));
    } catch (error) {
      if (this.#stopped) return;
      if (isFault(error)) this.#segments.settle(piece, pass, { status: 'failure' });
      else if (error instanceof DeadlineExceededError)
        this.#segments.settle(piece, pass, { status: 'recognition-timeout' });
      else this.#watch.onError(error);
    }
  }

  get #stopped(): boolean {
    return this.#jobs.signal.aborted;
  }

  /** As many as there are processes, which may come and go on a bus. */
  get #atOnce(): number {
    return Math.max(1, this.#jobs.pool.state().processes.length);
  }
}
