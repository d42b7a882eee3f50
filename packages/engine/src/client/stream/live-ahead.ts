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
  readonly abort: AbortController;
}

/**
 * Speech that is probably over is recognised while the silence behind it still has to last, if a process has nothing else
 * to do. Its result is then there when the silence has lasted.
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
    this.#giveUp();
    if (!found || !hasFreeProcess(this.#jobs.pool)) return;
    const least = leastOf(found);
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#jobs.signal]);
    const samples = store.slice(found.audioStart, found.audioEnd);
    const outputs = recognizePasses(placedOf(found), samples, least, { ...this.#jobs, signal });
    // Whoever takes one hears of its failure.
    for (const output of outputs) output.catch(() => {});
    this.#ahead = { found, least, outputs, abort };
  }

  /** What is made of a segment that is over, if it is the one that was expected. */
  take(found: FoundSegment, least: number | undefined): Ahead['outputs'] | undefined {
    const ahead = this.#ahead;
    if (!ahead || ahead.least !== least || !isSame(ahead.found, found)) {
      this.#giveUp();
      return undefined;
    }
    this.#ahead = undefined;
    return ahead.outputs;
  }

  #giveUp(): void {
    this.#ahead?.abort.abort();
    this.#ahead = undefined;
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
