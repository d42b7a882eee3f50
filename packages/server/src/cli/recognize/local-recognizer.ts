import { Traits, VoiceScorer } from '@locutor/engine';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { Grammars } from '../../grammars/index.ts';
import { createLog } from '../../http/log.ts';
import { audioFormat } from '../../operations/recognize/audio-format.ts';
import { requireEmotion } from '../../operations/recognize/emotion.ts';
import { type CallServices, needsStore, recognizeCall } from '../../operations/recognize/recognize-call.ts';
import { checkHead, filledAudio } from '../../operations/recognize/request.ts';
import { createEngine } from '../../serve/engine.ts';
import { readyModels } from '../../serve/models.ts';
import { createRecognition } from '../../serve/recognition.ts';
import { FetchedModels } from '../../serve/recognition-models.ts';
import type { Store } from '../../store/index.ts';
import { commandCaller, withStore } from '../open-store.ts';
import { UsageError } from '../usage-error.ts';
import type { FileRecognizer } from './file-recognizer.ts';
import type { Recipe } from './recipe.ts';

/** What every engine process opens; the recogniser is fetched when its language is known. */
const ENGINE_MODELS = ['silero-vad', 'speaker-embedding'];

/** Nothing runs at the end, unless it was interrupted: then jobs are being canceled. */
const CANCEL_MS = 2000;

/** The head of every call, checked against this configuration before anything is started. */
export function headOf({ lms, grammars, headers }: Recipe, config: Parameters<typeof checkHead>[1]) {
  const lm = lms.length > 0 ? lms : undefined;
  return asUsage(() => checkHead({ headers, lm, lmOptional: grammars.length > 0 }, config, 'current'));
}

/** What a server refuses of the head of a request is a mistake on the command line. */
function asUsage<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof ServiceError ? new UsageError(error.message, { cause: error }) : error;
  }
}

/** Starts an engine of so many processes on this machine, for the duration of the work. */
export async function withLocalRecognizer<T>(
  config: Config,
  recipe: Recipe,
  processes: number,
  work: (recognizer: FileRecognizer) => Promise<T>,
): Promise<T> {
  const head = headOf(recipe, config);
  asUsage(() => audioFormat(recipe.mediaType, 'current', config.rawRate));
  const log = createLog(config);
  const models = await readyModels(config, ENGINE_MODELS);
  const engine = createEngine({ ...config, workers: processes }, models, log, []);
  // To run a command is to ask for its model now: "start" is no reason to refuse.
  const policy = config.modelsFetch === 'never' ? 'never' : 'auto';
  const fetched = new FetchedModels({ store: models, policy, log });
  const { grammarsDir: folder, grammarHosts: hosts, language } = config;
  const grammars = new Grammars({ folder, hosts, language });
  const recognition = createRecognition(engine, models, fetched, Traits.load());
  const recognizer = (services: CallServices): FileRecognizer => ({
    atOnce: processes,
    mostBytes: config.maxBodyBytes,
    async recognize(bytes, mediaType, watch) {
      const audio = {
        bytes: filledAudio(bytes),
        decode: audioFormat(mediaType, 'current', config.rawRate),
      };
      const acceptedAt = performance.now();
      const who = { client: 'command', caller: commandCaller() };
      const call = { ...head, inline: recipe.grammars, audio, ...who, acceptedAt };
      const onFault = (error: unknown) => log.error({ err: error }, 'a voiceprint cannot be compared');
      const { results, bill } = await recognizeCall(call, services, {
        signal: watch.signal,
        onFault,
        onResult: ({ end_time }) => watch.onProgress(end_time),
      });
      await bill();
      return results;
    },
  });
  const services = { config, grammars, recognition };
  try {
    asUsage(() => requireEmotion(head.classifiers, recognition.emotion));
    await engine.start();
    if (!needsStore(head)) return await work(recognizer(services));
    return await withStore(config, (store) => work(recognizer({ ...services, ...storeServices(store) })));
  } finally {
    fetched.close();
    await Promise.all([grammars.close(), engine.drain({ timeoutMs: CANCEL_MS })]);
  }
}

function storeServices({ records, biometrics }: Store) {
  return { billing: records, voices: { scorer: VoiceScorer.load(), biometrics, audit: records } };
}
