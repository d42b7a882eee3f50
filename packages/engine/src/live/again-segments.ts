import {
  Endpointer,
  type EndpointerOptions,
  type FoundSegment,
  type ResumePoint,
  STRETCH,
  WINDOW_SECONDS,
  type WindowReading,
} from '@locutor/contract';

/**
 * What is wanted of a look at the audio up to some time: only what is to be expected there, the segments that are certainly
 * complete or that were cut, those with the open one, which ends there, or those of audio that ends there.
 */
export type Wanted = 'expected' | 'complete' | 'end' | 'end-of-audio';

export interface Look {
  /** Segments that no look had before. */
  readonly found: readonly FoundSegment[];
  /** What the open one will be if nothing more is said, where that is wanted and there is enough silence behind it. */
  readonly expected: FoundSegment | undefined;
  /** Segments before this index are complete, and the open or next one has this index. */
  readonly complete: number;
  readonly next: number;
  /** Nothing is open: what was found has no further neighbour that overlaps it. */
  readonly isBetween: boolean;
}

/**
 * Where the first judgement hears a pause, or the first window of a word, this one may have heard the word for so many windows: it
 * was not meant to be the end of it.
 */
const ONSET = 8;
/** Seconds without speech behind which it is a word that is over. */
const ONSET_PAUSE = 2.5 * WINDOW_SECONDS;

/** What a look may rely on. */
interface Certain extends Pick<Look, 'complete' | 'next'> {
  /** How many segments, and where to go on behind them if that is certain, too. */
  readonly found: number;
  readonly resume: ResumePoint | undefined;
}

/**
 * Cuts a session into segments as `find-segments` cuts a recording, from readings of which the latest may still change: it goes
 * through them again from the last point between two segments.
 */
export class AgainSegments {
  readonly #options: EndpointerOptions;
  #resume: ResumePoint = { at: 0, index: 0 };
  /** Where the detector began anew. */
  #from = 0;
  /** Readings that will not change, and the window of the first one. */
  #readings: WindowReading[] = [];
  #first = 0;
  /** Complete segments before the point that were not wanted yet, and how many behind it no longer are. */
  #held: FoundSegment[] = [];
  #taken = 0;

  constructor(options: EndpointerOptions) {
    this.#options = options;
  }

  /** Windows whose readings are known. */
  get judged(): number {
    return this.#first + this.#readings.length;
  }

  /** Where the rest of a segment begins that was cut into pieces. */
  get rest(): { from: number; overlapsUntil?: number } | undefined {
    const { at, continues } = this.#resume;
    if (!continues?.inner) return undefined;
    const { overlapsUntil } = continues;
    return { from: at, ...(overlapsUntil !== undefined && { overlapsUntil }) };
  }

  /** Audio before this time is no longer needed. */
  get keepFrom(): number {
    const [held] = this.#held;
    return Math.min(held?.audioStart ?? this.#resume.at, this.#resume.at, this.judged * WINDOW_SECONDS);
  }

  /** Adds readings that will not change. True where the detector has to begin anew, behind `judged` windows. */
  add(readings: readonly WindowReading[]): boolean {
    this.#readings.push(...readings);
    const endpointer = new Endpointer(this.#options, this.#resume);
    const found: FoundSegment[] = [];
    let last: { resume: ResumePoint; found: number } | undefined;
    for (const reading of this.#readings.slice(this.#skipped)) {
      found.push(...endpointer.push(reading));
      const resume = endpointer.resumePoint;
      if (!resume) continue;
      last = { resume, found: found.length };
      if (endpointer.position - this.#from >= STRETCH) {
        this.#goOnFrom(last, found);
        this.#from = resume.at;
        this.#readings = [];
        this.#first = windowsUntil(resume.at);
        return true;
      }
    }
    if (last) this.#goOnFrom(last, found);
    return false;
  }

  /** `latest` are the readings behind those that were added. */
  look(latest: readonly WindowReading[], until: number, wanted: Wanted): Look {
    const end = Math.max(0, windowsUntil(until) - this.#first);
    const readings = [...this.#readings, ...latest].slice(this.#skipped, end);
    const { endpointer, found, certain } = this.#cut(readings, wanted === 'end');
    const { expected } = endpointer;
    if (wanted === 'end-of-audio') found.push(...endpointer.finish(until));
    if (wanted === 'end') found.push(...endpointer.endNow());
    const { resumePoint, complete, ended } = endpointer;
    const isOver = wanted === 'end' || wanted === 'end-of-audio';
    const now = isOver ? { found: found.length, resume: resumePoint, complete, next: ended } : certain;
    const isBetween = now.resume !== undefined && !now.resume.continues;
    const rest = {
      complete: now.complete,
      next: now.next,
      isBetween: isBetween || wanted === 'end-of-audio',
    };
    if (wanted === 'expected') {
      const last = found.length > this.#taken ? found.at(-1) : this.#held.at(-1);
      return { ...rest, found: [], expected: expected ?? last };
    }
    const fresh = [...this.#held, ...found.slice(this.#taken, now.found)];
    this.#held = [];
    this.#taken = Math.max(this.#taken, now.found);
    // Readings that change afterwards begin behind what was given.
    const isFixed = wanted === 'end' || (now.found > 0 && now.resume?.continues);
    if (isFixed && now.resume) this.#goOnFrom({ resume: now.resume, found: now.found }, []);
    // A cut inside speech may have nothing behind it when the readings there have changed.
    return { ...rest, found: fresh.filter(({ speech }) => speech.length > 0), expected: undefined };
  }

  /**
   * What is cut from readings that may change could be given twice, or not at all. Only a cut inside long speech is given at once,
   * because somebody waits for it: from then on it is fixed.
   */
  #cut(
    readings: readonly WindowReading[],
    isEnd: boolean,
  ): { endpointer: Endpointer; found: FoundSegment[]; certain: Certain } {
    const endpointer = new Endpointer(this.#options, this.#resume);
    const found: FoundSegment[] = [];
    const unchanging = this.#readings.length - this.#skipped;
    const state = (): Certain => {
      const { complete, ended: next, resumePoint: resume } = endpointer;
      return { found: found.length, complete, next, resume };
    };
    let certain = state();
    for (const [n, reading] of readings.entries()) {
      found.push(...endpointer.push(reading));
      if (n < unchanging || endpointer.justCut) certain = state();
    }
    const { open, position } = endpointer;
    const begun = open && windowsUntil(position - open.speechStart);
    const goesOn = open && position - open.speechEnd < ONSET_PAUSE;
    if (isEnd && goesOn && begun && begun <= ONSET && begun < readings.length)
      return this.#cut(readings.slice(0, -begun), false);
    return { endpointer, found, certain };
  }

  /** Readings before the point. */
  get #skipped(): number {
    return windowsUntil(this.#resume.at) - this.#first;
  }

  #goOnFrom(point: { resume: ResumePoint; found: number }, found: readonly FoundSegment[]): void {
    this.#held.push(...found.slice(this.#taken, point.found));
    this.#taken = Math.max(0, this.#taken - point.found);
    this.#resume = point.resume;
    const passed = Math.min(this.#skipped, this.#readings.length);
    this.#readings.splice(0, passed);
    this.#first += passed;
  }
}

/** A shorter window at the end of the audio counts. */
function windowsUntil(seconds: number): number {
  return Math.ceil(seconds / WINDOW_SECONDS - 1e-6);
}
