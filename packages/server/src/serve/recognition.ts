import { Diarizer, Recognizer, type Traits } from '@locutor/engine';
import type { ModelStore } from '@locutor/models';
import type { AppDependencies } from '../app.ts';
import type { Engine } from './engine.ts';
import type { FetchedModels } from './recognition-models.ts';

/** What has to be installed to read emotions. */
const EMOTION_MODELS = ['emotion', 'moonshine-base'];

/** What RECOGNIZE needs of an engine and its models. */
export function createRecognition(
  engine: Engine,
  models: ModelStore,
  fetched: FetchedModels,
  traits: Traits,
): AppDependencies['recognition'] {
  return {
    recognizer: new Recognizer(engine),
    traits,
    diarizer: new Diarizer(engine),
    models: fetched,
    emotion: { installed: () => models.missing(EMOTION_MODELS).length === 0 },
    admits: () => engine.hasRoom(),
  };
}
