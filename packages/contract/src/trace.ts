import { AsyncLocalStorage } from 'node:async_hooks';

export type TraceAttributes = Readonly<Record<string, string | number | boolean>>;

/**
 * One step of a traced job, as plain data that any carrier takes. Milliseconds count from the start of the job, because
 * the clocks of two machines differ. Names and attributes say what was done, never what was said or by whom.
 */
export interface TraceSpan {
  readonly name: string;
  /** Place in the list of the step that this one is part of; the job itself has none. */
  readonly parent?: number;
  readonly startMs: number;
  endMs: number;
  failed?: true;
  attributes?: TraceAttributes;
}

/** Bounds the answer of a job with thousands of steps: an hour of speech has as many utterances. */
const MOST_SPANS = 200;

interface Place {
  readonly recorder: SpanRecorder;
  readonly parent: number | undefined;
}

const place = new AsyncLocalStorage<Place>();

/** Collects the steps of one job. */
export class SpanRecorder {
  readonly spans: TraceSpan[] = [];
  readonly #start = performance.now();

  /** Does the work as a step of the job. */
  async record<T>(name: string, work: () => Promise<T>, attributes?: TraceAttributes): Promise<T> {
    const span = this.open(name, attributes);
    if (!span) return work();
    try {
      return await place.run({ recorder: this, parent: this.spans.indexOf(span) }, work);
    } catch (error) {
      span.failed = true;
      throw error;
    } finally {
      this.close(span);
    }
  }

  /** Undefined where there are too many already. */
  open(name: string, attributes?: TraceAttributes): TraceSpan | undefined {
    if (this.spans.length >= MOST_SPANS) return undefined;
    const startMs = performance.now() - this.#start;
    const parent = place.getStore()?.parent;
    const span: TraceSpan = {
      name,
      ...(parent !== undefined && { parent }),
      startMs,
      endMs: startMs,
      ...(attributes && { attributes }),
    };
    this.spans.push(span);
    return span;
  }

  close(span: TraceSpan): void {
    span.endMs = performance.now() - this.#start;
  }
}

/** Does a step of a job, and records it where the job is traced. Otherwise it costs one look at the store. */
export function traced<T>(name: string, work: () => Promise<T>, attributes?: TraceAttributes): Promise<T> {
  const recorder = place.getStore()?.recorder;
  return recorder ? recorder.record(name, work, attributes) : work();
}

/**
 * The same for work that is done between the items of something else: one step from the first item to the last, with
 * the time that was spent in it as `locutor.busy_ms`.
 */
export async function* tracedItems<T>(name: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  const recorder = place.getStore()?.recorder;
  const span = recorder?.open(name);
  if (!recorder || !span) {
    yield* items;
    return;
  }
  let busyMs = 0;
  let askedAt = performance.now();
  try {
    for await (const item of items) {
      busyMs += performance.now() - askedAt;
      yield item;
      askedAt = performance.now();
    }
  } catch (error) {
    span.failed = true;
    throw error;
  } finally {
    span.attributes = { 'locutor.busy_ms': Math.round(busyMs * 1000) / 1000 };
    recorder.close(span);
  }
}
