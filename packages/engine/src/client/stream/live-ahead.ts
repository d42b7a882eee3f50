import type { RecognizeSegmentOutput } from '../../contract/recognition.ts';
import type { FoundSegment } from '../../listen/found-segment.ts';
import type { SampleStore } from '../../listen/sample-store.ts';
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

  /**
   * To be called while somebody may go on to speak, with what the open segment will be if not; undefined where that cannot
   * be said.
   */
  look(
    found: FoundSegment | undefined,
    leastOf: (found: FoundSegment) => number | undefined,
    store: SampleStore,
  ): void {
    if (found && this.#ahead && isSame(this.#ahead.found, found)) return;
    this.#ahead = undefined;
    const { pool, passes } = this.#jobs;
    if (!found || !hasFreeProcess(pool, passes.length)) return;
    const least = leastOf(found);
    const samples = store.slice(found.audioStart, found.audioEnd);
    const outputs = recognizePasses(placedOf(found), samples, least, 'in-turn', this.#jobs);
    // Whoever takes one hears of its failure.
    for (const output of outputs) output.catch(() => {});
    this.#ahead = { found, least, outputs };
  }

  /** What is made of a segment that is over, if it is the one that was expected. */
  take(found: FoundSegment, least: number | undefined): Ahead['outputs'] | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead && ahead.least === least && isSame(ahead.found, found) ? ahead.outputs : undefined;
  }
}

/** But for the silence behind it. */
function isSame(a: FoundSegment, b: FoundSegment): boolean {
  return (
    a.index === b.index &&
    a.audioStart === b.audioStart &&
    a.overlapsUntil === b.overlapsUntil &&
    a.overlapsNext === b.overlapsNext &&
    a.speech.length === b.speech.length &&
    a.speech.at(-1)?.end === b.speech.at(-1)?.end
  );
}
