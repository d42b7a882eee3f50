import { EMOTION_MODELS } from '@locutor/engine';
import { Traits } from '@locutor/voices';
import type { Config } from '../../config/index.ts';
import { Grammars } from '../../grammars/index.ts';
import { createRecognition } from '../../serve/recognition.ts';
import { localEngine } from '../local-engine.ts';

/** An engine of so many processes on this machine, and what a recognition needs beside it. Not started. */
export async function localRecognition(config: Config, processes: number) {
  const { log, models, engine, fetched, close } = await localEngine(config, processes);
  const { grammarsDir: folder, grammarHosts: hosts, language } = config;
  const grammars = new Grammars({ folder, hosts, language });
  const emotion = { installed: () => models.missing(EMOTION_MODELS).length === 0 };
  const recognition = createRecognition({ engine, models: fetched, emotion }, Traits.load());
  return {
    log,
    engine,
    grammars,
    recognition,
    close: async () => void (await Promise.all([grammars.close(), close()])),
  };
}
