import { models as manifest } from '@locutor/models';
import { untilAborted } from '../common/until-aborted.ts';
import type { Config } from '../config/index.ts';
import type { ModelEntry, ModelLibrary } from '../models/model-library.ts';
import {
  ModelsClosed,
  ModelUnavailable,
  type RecognitionModel,
  type RecognitionModels,
} from '../models/recognition-models.ts';
import type { Fleet } from './engine-source.ts';
import { fetchCommand } from './models.ts';

/** Workers say at once that they have begun; after this time it is clear that none will. */
const BEGIN_MS = 5000;

/** The models of all workers, brought in by them when first asked for where their configurations allow it. */
export class FleetModels implements RecognitionModels, ModelLibrary {
  readonly #fleet: Pick<Fleet, 'has' | 'fetch' | 'fleet' | 'when'>;
  readonly #policy: Config['modelsFetch'];
  #closed = false;

  constructor(fleet: Pick<Fleet, 'has' | 'fetch' | 'fleet' | 'when'>, policy: Config['modelsFetch']) {
    this.#fleet = fleet;
    this.#policy = policy;
  }

  async ready(model: RecognitionModel, signal: AbortSignal): Promise<void> {
    // Without workers it is not the model that is missing: the job will be refused for what it lacks.
    if (this.#fleet.has([model]) || this.#fleet.fleet().workers.length === 0) return;
    if (this.#policy !== 'auto') throw unavailable(model, 'no worker has');
    this.#fleet.fetch({ model, by: 'request' });
    await untilAborted(this.#arrival(model, signal), signal);
  }

  list(): ModelEntry[] {
    const { workers } = this.#fleet.fleet();
    return manifest.map(({ name, role, default: isDefault, files, licence }) => {
      const having = workers.filter(({ models }) => models.includes(name)).length;
      const [download] = this.#downloads(name);
      return {
        name,
        role,
        default: isDefault,
        size: files.reduce((sum, file) => sum + file.size, 0),
        ready: having > 0,
        licence,
        workers: having,
        ...(download && having === 0 && { download }),
      };
    });
  }

  fetch(name: string): void {
    this.#fleet.fetch({ model: name, by: 'administrator' });
  }

  /** Whoever waits for a model gets CANCELED. The workers go on: others may want it. */
  close(): void {
    this.#closed = true;
  }

  /** Those under way before those that failed. */
  #downloads(model: string) {
    return this.#fleet
      .fleet()
      .workers.flatMap(({ downloads }) => downloads.filter(({ name }) => name === model))
      .map(({ state, done, total }) => ({ state, done, total }))
      .sort((a, b) => Number(a.state === 'failed') - Number(b.state === 'failed'));
  }

  async #arrival(model: RecognitionModel, signal: AbortSignal): Promise<void> {
    const giveUpAt = performance.now() + BEGIN_MS;
    const underWay = () => this.#downloads(model).some(({ state }) => state !== 'failed');
    // Workers advertise every second, so that this is looked at as often.
    await this.#fleet.when(
      () =>
        this.#closed ||
        signal.aborted ||
        this.#fleet.has([model]) ||
        (performance.now() > giveUpAt && !underWay()),
    );
    if (this.#fleet.has([model])) return;
    if (this.#closed) throw new ModelsClosed('the server is stopping');
    throw unavailable(model, 'no worker has or could fetch');
  }
}

function unavailable(model: string, lack: string): ModelUnavailable {
  return new ModelUnavailable(
    `${lack} its model ${model}; fetch it on a worker with: ${fetchCommand(model)}`,
  );
}
