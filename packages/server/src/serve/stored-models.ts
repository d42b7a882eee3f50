import { type EnsureOptions, ensureModels, type FetchEvent, type ModelStore, models } from '@locutor/models';
import type { Logger } from 'pino';
import type { Download, ModelEntry, ModelLibrary } from '../models/model-library.ts';

export interface StoredModelsOptions {
  readonly store: Pick<ModelStore, 'status'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly fetch?: (names: readonly string[], signal: AbortSignal, options: EnsureOptions) => Promise<void>;
}

/** The models of the store, and their downloads, each in a process of its own. */
export class StoredModels implements ModelLibrary {
  readonly #options: Required<StoredModelsOptions>;
  readonly #downloads = new Map<string, Download>();
  readonly #stop = new AbortController();

  constructor(options: StoredModelsOptions) {
    this.#options = {
      fetch: (names, signal, how) => ensureModels(options.store as ModelStore, names, signal, how),
      ...options,
    };
  }

  list(): ModelEntry[] {
    return this.#options.store.status().map(({ name, role, default: isDefault, size, ready }) => {
      const download = this.#downloads.get(name);
      const { licence } = models.find((model) => model.name === name)!;
      return {
        name,
        role,
        default: isDefault,
        size,
        ready,
        licence,
        ...(download && !ready && { download }),
      };
    });
  }

  fetch(name: string): void {
    const entry = this.list().find((each) => each.name === name);
    if (!entry || entry.ready || (entry.download && entry.download.state !== 'failed')) return;
    const model = models.find((each) => each.name === name)!;
    const total = 'download' in model ? model.download : entry.size;
    this.#downloads.set(name, { state: 'downloading', done: 0, total });
    void this.#run(name);
  }

  downloads(): (Download & { readonly name: string })[] {
    return [...this.#downloads].map(([name, download]) => ({ name, ...download }));
  }

  /** Ends the downloads under way. */
  close(): void {
    this.#stop.abort();
  }

  async #run(name: string): Promise<void> {
    const { log, fetch } = this.#options;
    const onProgress = (event: FetchEvent) => this.#progress(name, event);
    try {
      log.info({ model: name }, 'fetching a model that an administrator asked for');
      // The route has asked for the acceptance of its conditions.
      await fetch([name], this.#stop.signal, { acceptLicence: true, onProgress });
      this.#downloads.delete(name);
      log.info({ model: name }, 'the model is here');
    } catch (error) {
      const { done, total } = this.#downloads.get(name)!;
      this.#downloads.set(name, { state: 'failed', done, total });
      if (!this.#stop.signal.aborted)
        log.error({ model: name, err: error }, 'the model could not be fetched');
    }
  }

  #progress(name: string, event: FetchEvent): void {
    const before = this.#downloads.get(name);
    if (!before) return;
    if (event.kind === 'download') {
      this.#downloads.set(name, { state: 'downloading', done: event.done, total: event.total });
    } else if (event.kind === 'preparing') {
      this.#downloads.set(name, { ...before, state: 'preparing', done: before.total });
    }
  }
}
