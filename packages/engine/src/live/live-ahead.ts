import { type Endpointer, type FoundSegment, type RecognizeSegmentOutput, ROUNDING } from '@locutor/contract';
import type { FoundAudio, LiveAgain } from './live-again.ts';
import { type LivePasses, placedOf, recognizePasses } from './live-passes.ts';
import { hasFreeProcess } from './live-pool.ts';

/** A segment that is recognised before it is certain that nothing more is said. */
interface Ahead {
  readonly found: FoundSegment;
  readonly least: number | undefined;
  readonly outputs: readonly Promise<RecognizeSegmentOutput>[];
}

export interface AheadWatch {
  /** What the first pass makes of what was said, unless it is over by then or goes on. */
  onText(output: RecognizeSegmentOutput): void;
  /** The second judgement is free for others, who may have waited for it. */
  onLooked(): void;
  /** What the others threw. */
  onError(error: unknown): void;
}

/**
 * Speech that is probably over is recognised while the silence behind it still has to last, if a process has nothing else
 * to do. Its result is then there when the silence has lasted.
 *
 * Where more is said, the job goes on for nothing. Ending it would rarely free a process sooner, and a process that is just loading
 * the model does not notice, so that it would be killed.
 */
export class LiveAhead {
  readonly #jobs: LivePasses;
  readonly #endpointer: Endpointer;
  readonly #again: LiveAgain;
  readonly #watch: AheadWatch;
  #ahead: Ahead | undefined;
  /** What the endpointer expected where that was begun. */
  #expected: FoundSegment | undefined;
  #isAsking = false;
  /** Asking twice at the same place has the same answer, and each answer leads to the next question. */
  #askedAt = -1;

  constructor(jobs: LivePasses, endpointer: Endpointer, again: LiveAgain, watch: AheadWatch) {
    this.#jobs = jobs;
    this.#watch = watch;
    this.#endpointer = endpointer;
    this.#again = again;
  }

  /** To be called while somebody may go on to speak. */
  look(leastOf: (found: FoundSegment) => number | undefined): void {
    const { expected, position } = this.#endpointer;
    if (expected && this.#expected && isSame(expected, this.#expected)) return;
    this.#expected = undefined;
    if (!expected) this.#ahead = undefined;
    if (!expected || this.#isAsking || position === this.#askedAt || !this.#isPossible) return;
    this.#isAsking = true;
    this.#askedAt = position;
    const { onLooked, onError } = this.#watch;
    this.#again
      .look(position, 'expected')
      // Whoever waits for the second judgement hears of its failure.
      .catch(() => undefined)
      .then((judged) => {
        this.#isAsking = false;
        const now = this.#endpointer.expected;
        if (judged?.expected && now && isSame(now, expected) && this.#isPossible) {
          this.#expected = expected;
          this.#begin(judged.expected, leastOf(judged.expected.found));
        }
        onLooked();
      })
      .catch(onError);
  }

  /** What is made of a segment that is over, if it is the one that was expected. */
  take(found: FoundSegment, least: number | undefined): Ahead['outputs'] | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead && ahead.least === least && isSame(ahead.found, found) ? ahead.outputs : undefined;
  }

  #begin({ found, samples }: FoundAudio, least: number | undefined): void {
    if (this.#ahead && isSame(this.#ahead.found, found)) return;
    const outputs = recognizePasses(placedOf(found), samples, least, 'in-turn', this.#jobs);
    const ahead = { found, least, outputs };
    this.#ahead = ahead;
    const [first, ...others] = outputs;
    // Whoever takes one hears of its failure.
    for (const output of others) output.catch(() => {});
    first
      ?.then(
        (output) => {
          if (this.#ahead === ahead) this.#watch.onText(output);
        },
        () => {},
      )
      .catch(this.#watch.onError);
  }

  get #isPossible(): boolean {
    const { pool, passes, signal } = this.#jobs;
    return !signal.aborted && hasFreeProcess(pool, passes.length);
  }
}

/** But for the silence behind it. */
function isSame(a: FoundSegment, b: FoundSegment): boolean {
  return (
    a.index === b.index &&
    isSameTime(a.audioStart, b.audioStart) &&
    isSameTime(a.overlapsUntil, b.overlapsUntil) &&
    a.overlapsNext === b.overlapsNext &&
    a.speech.length === b.speech.length &&
    isSameTime(a.speech.at(-1)?.end, b.speech.at(-1)?.end)
  );
}

function isSameTime(a: number | undefined, b: number | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && Math.abs(a - b) < ROUNDING);
}
