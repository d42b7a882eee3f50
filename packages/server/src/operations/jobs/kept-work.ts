import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { EngineJobs, GrammarInput, JobRunner, RunOptions } from '@locutor/contract';
import type { RecognitionPool } from '@locutor/engine';

/** Nobody waits for a background job: what is urgent may take its place for as long as it likes. */
export const DEADLINE_MS = 24 * 60 * 60_000;

/** An engine, as far as a recognition needs it. */
export type Engine = JobRunner<EngineJobs> & Pick<RecognitionPool, 'state'>;

/** What earlier attempts found, by name. */
export interface WorkLog {
  readonly found: ReadonlyMap<string, Uint8Array>;
  /** Keeps one more; `progress` is the share of the audio that is recognised. */
  keep(name: string, bytes: Uint8Array, progress: number): void;
}

type Kind = keyof EngineJobs & string;
type Run<K extends Kind> = RunOptions<EngineJobs[K]['partial']>;

/**
 * An engine for one background job. Its work waits behind that of live requests. What it finds about a segment is kept
 * under a hash of all that it was found from; when a job is begun again, the same question has the same answer, so that
 * the results are those of a recognition that was never interrupted.
 */
export class KeptWork implements Engine {
  readonly #engine: Engine;
  readonly #log: WorkLog;
  readonly #seconds: number;
  /** How much of the audio the samples of a segment stand for: with the silence before it. */
  readonly #shares = new WeakMap<object, number>();
  #passes = 0;
  #recognized = 0;

  /** `seconds` is the length of the audio. */
  constructor(engine: Engine, log: WorkLog, seconds: number) {
    this.#engine = engine;
    this.#log = log;
    this.#seconds = seconds;
  }

  state() {
    return this.#engine.state();
  }

  async run<K extends Kind>(
    kind: K,
    input: EngineJobs[K]['input'],
    options: Run<K> = {},
  ): Promise<EngineJobs[K]['output']> {
    const behind = { ...options, continues: 'behind', deadlineMs: DEADLINE_MS } as const;
    if (kind === 'find-segments') return this.#engine.run(kind, input, this.#watched(input, behind));
    const name = nameOf(kind, input);
    if (name === undefined) return this.#engine.run(kind, input, behind);
    const before = this.#found<K>(name);
    const output = before ?? (await this.#engine.run(kind, input, behind));
    if ('samples' in input) this.#recognized += this.#shares.get(input.samples) ?? 0;
    if (before === undefined) this.#log.keep(name, serialize(output), this.#progress());
    return output;
  }

  #found<K extends Kind>(name: string): EngineJobs[K]['output'] | undefined {
    const bytes = this.#log.found.get(name);
    if (bytes === undefined) return undefined;
    try {
      return deserialize(bytes);
    } catch {
      // Written by a newer version of Node.
      return undefined;
    }
  }

  #watched<K extends Kind>(input: EngineJobs[K]['input'], options: Run<K>): Run<K> {
    const { resume } = input as EngineJobs['find-segments']['input'];
    let last = resume?.lastEnd ?? resume?.at ?? 0;
    if (!resume) this.#passes += 1;
    const onPartial = (segment: EngineJobs['find-segments']['partial']) => {
      this.#shares.set(segment.samples, Math.max(0, segment.end - last));
      last = Math.max(last, segment.end);
      options.onPartial?.(segment as never);
    };
    return { ...options, onPartial: onPartial as Run<K>['onPartial'] & {} };
  }

  #progress(): number {
    return Math.min(1, this.#recognized / Math.max(1, this.#passes * this.#seconds));
  }
}

/** Undefined for work that is as quickly done again. */
function nameOf(kind: Kind, input: EngineJobs[Kind]['input']): string | undefined {
  if (kind === 'recognize-segment') {
    const { samples, grammars, ...request } = input as EngineJobs['recognize-segment']['input'];
    const contents = grammars?.map(contentOf);
    const hash = createHash('sha256').update(JSON.stringify([kind, sorted(request), contents]));
    return hash.update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)).digest('hex');
  }
  if (kind === 'diarize') {
    const { count, voices, stretch, resume } = input as EngineJobs['diarize']['input'];
    return `diarize ${JSON.stringify([count, voices, stretch, resume?.frame, resume?.done])}`;
  }
  return undefined;
}

const contents = new WeakMap<object, string>();

/** By content: the key of a grammar is one of its process. */
function contentOf({ key: _key, ...grammar }: GrammarInput): string {
  const whole = 'frozen' in grammar ? grammar.frozen : grammar;
  const known = contents.get(whole) ?? createHash('sha256').update(serialize(whole)).digest('hex');
  contents.set(whole, known);
  return known;
}

function sorted(request: object): unknown[] {
  return Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
}
