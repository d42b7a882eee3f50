import type { RecognizerName } from '@locutor/contract';
import type { ModelStore } from '@locutor/models';
import { OnDemandModels } from '../runtime/on-demand-models.ts';
import { Moonshine } from './moonshine.ts';
import type { SpeechModel } from './speech-model.ts';
import { Whisper } from './whisper.ts';

type Checkpoint = () => Promise<void>;

/** The recognition models of a process, each loaded when it is first asked for. */
export class SpeechModels {
  readonly #store: Pick<ModelStore, 'path'>;
  readonly #onDemand: OnDemandModels;
  readonly #getters = new Map<RecognizerName, (checkpoint?: Checkpoint) => Promise<SpeechModel>>();

  /** Keeps what it loads, unless the models on demand are those of a process. */
  constructor(store: Pick<ModelStore, 'path'>, onDemand = new OnDemandModels()) {
    this.#store = store;
    this.#onDemand = onDemand;
  }

  /** `checkpoint` is called between the steps of loading it, the longest of which takes seconds. */
  get(name: RecognizerName, checkpoint?: Checkpoint): Promise<SpeechModel> {
    let getter = this.#getters.get(name);
    if (!getter) {
      getter = this.#onDemand.add(name, (given?: Checkpoint) => this.#load(name, given));
      this.#getters.set(name, getter);
    }
    return getter(checkpoint);
  }

  #load(name: RecognizerName, checkpoint?: Checkpoint): Promise<SpeechModel> {
    const path = (file: string) => this.#store.path(name, file);
    switch (name) {
      case 'moonshine-base':
      case 'moonshine-tiny':
        return Moonshine.load(name, path, checkpoint);
      default:
        return Whisper.load(name, path, checkpoint);
    }
  }
}
