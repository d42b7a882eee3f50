import type { ModelStore } from '@locutor/models';
import type { RecognizerName } from '../contract/recognizer-name.ts';
import { Moonshine } from './moonshine.ts';
import type { SpeechModel } from './speech-model.ts';
import { Whisper } from './whisper.ts';

/** The recognition models of a process, each loaded when it is first asked for and then kept. */
export class SpeechModels {
  readonly #store: Pick<ModelStore, 'path'>;
  readonly #loaded = new Map<RecognizerName, Promise<SpeechModel>>();

  constructor(store: Pick<ModelStore, 'path'>) {
    this.#store = store;
  }

  /** `checkpoint` is called between the steps of loading it, the longest of which takes seconds. */
  get(name: RecognizerName, checkpoint?: () => Promise<void>): Promise<SpeechModel> {
    const known = this.#loaded.get(name);
    if (known) return known;
    const loading = this.#load(name, checkpoint);
    this.#loaded.set(name, loading);
    // What failed once, because the files were not there yet, is tried again.
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }

  #load(name: RecognizerName, checkpoint?: () => Promise<void>): Promise<SpeechModel> {
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
