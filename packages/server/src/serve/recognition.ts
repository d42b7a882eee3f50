import { Diarizer, Recognizer } from '@locutor/engine';
import type { Traits } from '@locutor/voices';
import type { AppDependencies } from '../app.ts';
import type { EngineSource } from './engine-source.ts';

/** What RECOGNIZE needs of an engine and its models. */
export function createRecognition(
  { engine, models, emotion }: Pick<EngineSource, 'engine' | 'models' | 'emotion'>,
  traits: Traits,
): AppDependencies['recognition'] {
  return {
    recognizer: new Recognizer(engine),
    traits,
    diarizer: new Diarizer(engine),
    models,
    emotion,
    admits: (client) => engine.hasRoom(client),
  };
}
