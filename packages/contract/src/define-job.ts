import type { Settings } from './messages.ts';

/** What a job kind may use while its process starts. */
export interface LoadContext {
  readonly settings: Settings;
  /** The value of that name, made on first request and then common to every job kind of the process. */
  shared<T>(name: string, create: () => Promise<T>): Promise<T>;
  /** Has something done after every job and now and then while none runs. Outside an engine process there are no pauses. */
  inPauses?(work: () => Promise<void>): void;
  /** Told of every model that was loaded. */
  onLoaded?(model: string, ms: number): void;
}

/** What a job may use while it runs. */
export interface JobContext<Loaded, Partial = never> {
  readonly loaded: Loaded;
  readonly settings: Settings;
  /** Aborted once the pool wants the job to end. */
  readonly signal: AbortSignal;
  /** Lets a cancel in, and throws if one came. Cheap enough for every decoder step. */
  checkpoint(): Promise<void>;
  /**
   * Hands out what is finished so far: it survives a deadline or a death of the process. A second run with the same input must
   * emit the same in the same order: on a bus, a job whose worker died is run again, and what was handed out is skipped.
   */
  emit(partial: Partial): void;
}

export interface Job<Kind extends string, Input, Output, Partial = never, Loaded = undefined> {
  readonly kind: Kind;
  /** Runs once, before the process is ready; typically loads the models. */
  load?(context: LoadContext): Promise<Loaded>;
  run(input: Input, context: JobContext<Loaded, Partial>): Promise<Output>;
}

/**
 * One kind of work of an engine process.
 *
 * @example
 * const countWords = defineJob({
 *   kind: 'count-words',
 *   run: async (input: { text: string }) => input.text.split(/\s+/).length,
 * });
 */
export function defineJob<Kind extends string, Input, Output, Partial = never, Loaded = undefined>(
  job: Job<Kind, Input, Output, Partial, Loaded>,
): Job<Kind, Input, Output, Partial, Loaded> {
  return job;
}

/** Input, output and partial result by kind: what the pool's `run` is typed with. */
export type JobTypes = Record<string, { input: unknown; output: unknown; partial: unknown }>;

/** A job of any kind, as the job loop sees it. */
export interface AnyJob {
  readonly kind: string;
  load?(context: LoadContext): Promise<unknown>;
  run(input: unknown, context: JobContext<unknown, unknown>): Promise<unknown>;
}
