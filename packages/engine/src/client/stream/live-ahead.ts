import type { RecognizeSegmentOutput } from '../../contract/recognition.ts';
import type { FoundSegment } from '../../listen/found-segment.ts';
import type { FoundAudio } from './live-again.ts';
import { type LivePasses, placedOf, recognizePasses } from './live-passes.ts';
import { hasFreeProcess } from './live-pool.ts';

/** A segment that is recognised before it is certain that nothing more is said. */
interface Ahead {
  readonly found: FoundSegment;
  readonly least: number | undefined;
  readonly outputs: readonly Promise<RecognizeSegmentOutput>[];
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
  #ahead: Ahead | undefined;

  constructor(jobs: LivePasses) {
    this.#jobs = jobs;
  }

  /** Whether there is room for it. */
  get isPossible(): boolean {
    const { pool, passes } = this.#jobs;
    return hasFreeProcess(pool, passes.length);
  }

  /** Recognises what the open segment will be if nothing more is said; false where there is no room for it. */
  look({ found, samples }: FoundAudio, least: number | undefined): boolean {
    if (this.#ahead && isSame(this.#ahead.found, found)) return true;
    this.#ahead = undefined;
    if (!this.isPossible) return false;
    const outputs = recognizePasses(placedOf(found), samples, least, 'in-turn', this.#jobs);
    // Whoever takes one hears of its failure.
    for (const output of outputs) output.catch(() => {});
    this.#ahead = { found, least, outputs };
    return true;
  }

  /** More is said. */
  forget(): void {
    this.#ahead = undefined;
  }

  /** What is made of a segment that is over, if it is the one that was expected. */
  take(found: FoundSegment, least: number | undefined): Ahead['outputs'] | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead && ahead.least === least && isSame(ahead.found, found) ? ahead.outputs : undefined;
  }
}

/** Whether two are the same but for the silence behind them. */
export function isSame(a: FoundSegment, b: FoundSegment): boolean {
  return (
    a.index === b.index &&
    a.audioStart === b.audioStart &&
    a.overlapsUntil === b.overlapsUntil &&
    a.overlapsNext === b.overlapsNext &&
    a.speech.length === b.speech.length &&
    a.speech.at(-1)?.end === b.speech.at(-1)?.end
  );
}
