import type { SynthesizerName } from '@locutor/contract';
import type { ModelStore } from '@locutor/models';
import type { OnDemandModels } from '../runtime/on-demand-models.ts';
import { Kokoro } from './kokoro.ts';

/** The synthesis models of a process, each loaded when it is first asked for. */
export class Synthesizers {
  readonly #store: Pick<ModelStore, 'path'>;
  readonly #onDemand: OnDemandModels;
  readonly #getters = new Map<SynthesizerName, () => Promise<Kokoro>>();

  constructor(store: Pick<ModelStore, 'path'>, onDemand: OnDemandModels) {
    this.#store = store;
    this.#onDemand = onDemand;
  }

  get(name: SynthesizerName): Promise<Kokoro> {
    let getter = this.#getters.get(name);
    if (!getter) {
      getter = this.#onDemand.add(name, () => Kokoro.load(name, this.#store));
      this.#getters.set(name, getter);
    }
    return getter();
  }
}
