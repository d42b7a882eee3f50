import { engineSettings, type LoadContext, traced } from '@locutor/contract';

/** What holds memory of the inference library until it is released. */
export interface Releasable {
  release(): Promise<void>;
}

interface Entry {
  model: Promise<Releasable> | undefined;
  /** Asked for since the last pause. */
  isUsed: boolean;
  idleSince: number;
}

/**
 * Models that are loaded when a job first asks for them and unloaded again when no job did for a while: a server saves the
 * memory of what it does not need, or no longer does.
 */
export class OnDemandModels {
  readonly #idleMs: number;
  readonly #now: () => number;
  readonly #onLoaded: LoadContext['onLoaded'];
  readonly #entries: Entry[] = [];

  /** `now` is in milliseconds. */
  constructor(
    idleMs = Number.POSITIVE_INFINITY,
    now: () => number = () => performance.now(),
    onLoaded?: LoadContext['onLoaded'],
  ) {
    this.#idleMs = idleMs;
    this.#now = now;
    this.#onLoaded = onLoaded;
  }

  /**
   * Jobs have to ask for the model each time: after a pause it may be another one. Traces and metrics show the name.
   */
  add<Model extends Releasable, Args extends unknown[]>(
    name: string,
    load: (...args: Args) => Promise<Model>,
  ): (...args: Args) => Promise<Model> {
    const entry: Entry = { model: undefined, isUsed: false, idleSince: 0 };
    this.#entries.push(entry);
    return (...args) => {
      entry.isUsed = true;
      entry.model ??= this.#loaded(name, () => load(...args)).catch((error) => {
        // A file that is missing or damaged may be replaced while this process lives.
        entry.model = undefined;
        throw error;
      });
      return entry.model as Promise<Model>;
    };
  }

  async #loaded<Model>(name: string, load: () => Promise<Model>): Promise<Model> {
    const from = performance.now();
    const model = await traced('load model', load, { 'locutor.model': name });
    this.#onLoaded?.(name, performance.now() - from);
    return model;
  }

  /** To be called while no job runs: only then nobody holds a model. */
  async pause(): Promise<void> {
    const now = this.#now();
    const idle = this.#entries.filter((entry) => {
      if (entry.isUsed) entry.idleSince = now;
      entry.isUsed = false;
      return entry.model !== undefined && now - entry.idleSince >= this.#idleMs;
    });
    // All are let go at once: a job that begins in the meantime loads its own.
    const models = idle.map((entry) => {
      const { model } = entry;
      entry.model = undefined;
      return model!;
    });
    for (const model of models) {
      const loaded = await model.catch(() => undefined);
      await loaded?.release();
    }
  }
}

/** Those of all jobs of a process. */
export function sharedModels(context: LoadContext): Promise<OnDemandModels> {
  return context.shared('on-demand-models', async () => {
    const { modelIdleMinutes = 0 } = engineSettings(context.settings);
    const idleMs = modelIdleMinutes > 0 ? modelIdleMinutes * 60_000 : undefined;
    const models = new OnDemandModels(idleMs, undefined, context.onLoaded);
    context.inPauses?.(() => models.pause());
    return models;
  });
}
