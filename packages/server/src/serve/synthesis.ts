import type { AppDependencies } from '../app.ts';
import type { EngineSource } from './engine-source.ts';

/** What synthesis needs of an engine and its models. */
export function createSynthesis({
  engine,
  models,
  library,
}: Pick<EngineSource, 'engine' | 'models' | 'library'>): AppDependencies['synthesis'] {
  return {
    synthesizer: {
      synthesize: (input, { signal, client, onAudio }) =>
        engine.run('synthesize', input, { signal, client, onPartial: ({ audio }) => onAudio(audio) }),
    },
    models,
    library,
    admits: (client) => engine.hasRoom(client),
  };
}
