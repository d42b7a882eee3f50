import type { Config } from '../config/index.ts';
import { createLog } from '../http/log.ts';
import { createEngine } from '../serve/engine.ts';
import { readyModels } from '../serve/models.ts';
import { FetchedModels } from '../serve/recognition-models.ts';

/** What every engine process opens; models of languages and voices are fetched when they are known to be needed. */
const ENGINE_MODELS = ['silero-vad', 'speaker-embedding'];

/** Nothing runs at the end, unless it was interrupted: then jobs are being canceled. */
const CANCEL_MS = 2000;

/** An engine of so many processes for a command. Not started. */
export async function localEngine(config: Config, processes: number) {
  const log = createLog(config);
  const models = await readyModels(config, ENGINE_MODELS);
  const engine = createEngine({ ...config, workers: processes }, models, log, []);
  // To run a command is to ask for its model now: "start" is no reason to refuse.
  const policy = config.modelsFetch === 'never' ? 'never' : 'auto';
  const fetched = new FetchedModels({ store: models, policy, log });
  const close = async () => {
    fetched.close();
    await engine.drain({ timeoutMs: CANCEL_MS });
  };
  return { log, models, engine, fetched, close };
}
