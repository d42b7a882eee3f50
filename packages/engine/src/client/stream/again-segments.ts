import type { EndpointerOptions } from '../../contract/recognition.ts';
import type { ResumePoint } from '../../contract/resume-point.ts';
import { Endpointer } from '../../listen/endpointer.ts';
import type { FoundSegment } from '../../listen/found-segment.ts';
import { STRETCH } from '../../listen/stretch.ts';
import { WINDOW_SECONDS, type WindowReading } from '../../listen/window-reading.ts';

/**
 * What is wanted of a look at the audio up to some time: only what is to be expected there, the segments that are complete, those
 * with the open one, which ends there, or those of audio that ends there.
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
    const endpointer = new Endpointer(this.#options, this.#resume);
    const end = Math.max(0, windowsUntil(until) - this.#first);
    const readings = [...this.#readings, ...latest].slice(this.#skipped, end);
    const found = readings.flatMap((reading) => endpointer.push(reading));
    const { expected } = endpointer;
    if (wanted === 'end-of-audio') found.push(...endpointer.finish(until));
    if (wanted === 'end') found.push(...endpointer.endNow());
    const fresh = [...this.#held, ...found.slice(this.#taken)];
    const { resumePoint, complete, ended } = endpointer;
    if (wanted === 'expected')
      return { found: [], expected: expected ?? fresh.at(-1), complete, next: ended };
    this.#held = [];
    this.#taken = found.length;
    if (wanted === 'end' && resumePoint) this.#goOnFrom({ resume: resumePoint, found: found.length }, []);
    return { found: fresh, expected: undefined, complete, next: ended };
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
