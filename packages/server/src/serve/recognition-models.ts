import { ensureModels, type ModelStore } from '@locutor/models';
import type { Logger } from 'pino';
import { untilAborted } from '../common/until-aborted.ts';
import type { Config } from '../config/index.ts';
import {
  ModelsClosed,
  ModelUnavailable,
  type RecognitionModel,
  type RecognitionModels,
} from '../models/recognition-models.ts';
import { fetchCommand } from './models.ts';

/** A fetch that failed is not tried again at once, however many requests ask for it. */
const RETRY_AFTER_MS = 30_000;

export interface FetchedModelsOptions {
  readonly store: ModelStore;
  readonly policy: Config['modelsFetch'];
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly fetch?: typeof ensureModels;
  readonly now?: () => number;
}

/** The recognition models on this machine, brought in when first asked for where the configuration allows it. */
export class FetchedModels implements RecognitionModels {
  readonly #options: Required<FetchedModelsOptions>;
  readonly #here = new Set<string>();
  readonly #fetches = new Map<string, Promise<void>>();
  readonly #failedAt = new Map<string, number>();
  readonly #stop = new AbortController();

  constructor(options: FetchedModelsOptions) {
    this.#options = { fetch: ensureModels, now: Date.now, ...options };
  }

  async ready(model: RecognitionModel, signal: AbortSignal): Promise<void> {
    if (this.#here.has(model)) return;
    const { store, policy } = this.#options;
    if (store.missing([model]).length === 0) {
      this.#here.add(model);
      return;
    }
    if (policy !== 'auto') {
      throw new ModelUnavailable(
        `its model ${model} is not installed; fetch it with: ${fetchCommand(model)}`,
      );
    }
    await untilAborted(this.#fetched(model), signal);
  }

  /** Ends the fetches under way; whoever waits for one gets CANCELED. */
  close(): void {
    this.#stop.abort();
  }

  /** One fetch for all who wait; it goes on when they leave, for those who come next. */
  #fetched(model: RecognitionModel): Promise<void> {
    const running = this.#fetches.get(model);
    if (running) return running;
    const failedAt = this.#failedAt.get(model);
    if (failedAt !== undefined && this.#options.now() - failedAt < RETRY_AFTER_MS) throw unfetched(model);
    const fetch = this.#fetch(model).finally(() => this.#fetches.delete(model));
    this.#fetches.set(model, fetch);
    return fetch;
  }

  async #fetch(model: RecognitionModel): Promise<void> {
    const { store, log, fetch, now } = this.#options;
    log.info({ model }, 'fetching a model for a request, which waits');
    try {
      await fetch(store, [model], this.#stop.signal);
      log.info({ model }, 'the model is here');
      this.#here.add(model);
    } catch (error) {
      if (this.#stop.signal.aborted) throw new ModelsClosed('the server is stopping', { cause: error });
      log.error({ model, err: error }, 'the model could not be fetched');
      this.#failedAt.set(model, now());
      throw unfetched(model);
    }
  }
}

function unfetched(model: string): ModelUnavailable {
  return new ModelUnavailable(
    `its model ${model} could not be fetched (see the server's log); the server will try again later`,
  );
}
