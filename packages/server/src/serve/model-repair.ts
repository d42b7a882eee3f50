import { relative, sep } from 'node:path';
import type { PoolEvent } from '@locutor/engine';
import { ensureModels, type ModelStore, models as manifest } from '@locutor/models';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import { fetchCommand } from './models.ts';

/** An intact model is not checked again for this long, however often an engine fails to start. */
const LOOK_AGAIN_MS = 60_000;

export interface ModelRepairOptions {
  readonly store: Pick<ModelStore, 'dir' | 'verify'>;
  /** The models that an engine process loads when it starts. */
  readonly needed: readonly string[];
  readonly policy: Config['modelsFetch'];
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly ensure?: (names: readonly string[]) => Promise<void>;
  readonly now?: () => number;
}

/**
 * Looks for damage when an engine process cannot load its models, and makes the damaged ones anew. A start compares
 * only sizes and times of files; hashing them all would take longer than loading them.
 */
export class ModelRepair {
  readonly #options: Required<ModelRepairOptions>;
  readonly #lookedAt = new Map<string, number>();
  #last: Promise<void> = Promise.resolve();

  constructor(options: ModelRepairOptions) {
    this.#options = {
      // What is repaired was installed before, and its licence accepted then.
      ensure: (names) => ensureModels(options.store as ModelStore, names, undefined, { acceptLicence: true }),
      now: Date.now,
      ...options,
    };
  }

  onEvent(event: PoolEvent): void {
    if (event.type === 'start-failed') void this.repair(this.#options.needed);
    else if (event.type === 'model-unusable') void this.repair(this.#modelsOf(event.file));
  }

  /** One at a time: the processes of an engine fail together. */
  repair(names: readonly string[]): Promise<void> {
    this.#last = this.#last.then(async () => {
      for (const name of names) await this.#repairOne(name).catch((error) => this.#failed(name, error));
    });
    return this.#last;
  }

  async #repairOne(model: string): Promise<void> {
    const { store, policy, log, ensure, now } = this.#options;
    if (now() - (this.#lookedAt.get(model) ?? Number.NEGATIVE_INFINITY) < LOOK_AGAIN_MS) return;
    this.#lookedAt.set(model, now());
    const files = (await store.verify([model])).map(({ file }) => file);
    if (files.length === 0) return;
    // Prepared files are made from the fetched ones, which takes no network.
    if (policy === 'never' && files.some((file) => isFetched(model, file))) {
      log.error({ model, files }, `model files are damaged; fetch them with: ${fetchCommand(model)}`);
      return;
    }
    log.warn({ model, files }, 'model files are damaged; restoring them');
    await ensure([model]);
    log.info({ model }, 'the model is intact again');
  }

  #failed(model: string, error: unknown): void {
    this.#options.log.error({ model, err: error }, 'a damaged model could not be repaired');
  }

  /** Its folder in the store is called as the model is. */
  #modelsOf(file: string): string[] {
    const [name] = relative(this.#options.store.dir, file).split(sep);
    return name === undefined || name === '' || name === '..' ? [] : [name];
  }
}

function isFetched(model: string, file: string): boolean {
  return manifest.some(({ name, files }) => name === model && files.some((each) => each.name === file));
}
