import type { EngineSettings } from '@locutor/contract';
import type { LivePool } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { sharedModels } from '../job-context.ts';
import { findSegments, recognizeSegment } from '../recognize/engine-recognize.ts';
import { listen, listenAgain } from './engine-listen.ts';

const JOBS = {
  listen,
  'listen-again': listenAgain,
  'find-segments': findSegments,
  'recognize-segment': recognizeSegment,
} as const;

/** What one engine process does, in this one: its jobs one after the other, in the order in which they come. */
export class InProcessPool {
  readonly #settings: EngineSettings;
  readonly #loaded: Readonly<Record<string, unknown>>;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  private constructor(settings: EngineSettings, loaded: Readonly<Record<string, unknown>>) {
    this.#settings = settings;
    this.#loaded = loaded;
  }

  /** Fetches the models first, where they are not on this machine. */
  static async load(models: readonly string[]): Promise<InProcessPool> {
    const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
    const store = new ModelStore({ dir: modelsDir });
    await store.fetch(['silero-vad', ...models]);
    const settings = { voiceActivityModel: store.path('silero-vad', 'vad.onnx'), modelsDir };
    const context = { settings, shared: sharedModels() };
    const loaded: Record<string, unknown> = {};
    for (const [kind, job] of Object.entries(JOBS)) loaded[kind] = await job.load?.(context as never);
    return new InProcessPool(settings, loaded);
  }

  /** Jobs that wait or run. */
  get jobs(): number {
    return this.#waiting;
  }

  /** As the pool of the product, which has one process. */
  state = () => ({
    processes: [{}],
    up: 1,
    queued: Math.max(0, this.#waiting - 1),
    running: Math.min(1, this.#waiting),
  });

  run: LivePool['run'] = (kind, input, options) => {
    const signal = options?.signal ?? new AbortController().signal;
    const context = {
      settings: this.#settings,
      loaded: this.#loaded[kind],
      signal,
      checkpoint: async () => signal.throwIfAborted(),
      emit: (partial: never) => options?.onPartial?.(partial),
    };
    this.#waiting += 1;
    const run = JOBS[kind].run as (input: unknown, context: unknown) => Promise<unknown>;
    const job = this.#last.then(() => run(input, context));
    this.#last = job
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
    return job as never;
  };
}
