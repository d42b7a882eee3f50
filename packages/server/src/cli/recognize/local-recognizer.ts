import { VoiceScorer } from '@locutor/voices';
import type { Config } from '../../config/index.ts';
import { audioFormat } from '../../operations/recognize/audio-format.ts';
import { requireEmotion } from '../../operations/recognize/emotion.ts';
import { type CallServices, needsStore, recognizeCall } from '../../operations/recognize/recognize-call.ts';
import { checkHead, filledAudio } from '../../operations/recognize/request.ts';
import type { Store } from '../../store/index.ts';
import { asUsage } from '../as-usage.ts';
import { commandCaller, withStore } from '../open-store.ts';
import type { FileRecognizer } from './file-recognizer.ts';
import { localRecognition } from './local-recognition.ts';
import type { Recipe } from './recipe.ts';

/** What is known of a server elsewhere before it is asked. */
export const ANY_SERVER = {
  deployment: 'hosted',
  textify: false,
  accuracy: 'normal',
  enhancement: false,
  lmAliases: {},
} as const;

/** The head of every call, checked against this configuration before anything is started. */
export function headOf({ lms, grammars, headers }: Recipe, config: Parameters<typeof checkHead>[1]) {
  const lm = lms.length > 0 ? lms : undefined;
  return asUsage(() => checkHead({ headers, lm, lmOptional: grammars.length > 0 }, config, 'current'));
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
  const { log, engine, grammars, recognition, close } = await localRecognition(config, processes);
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
    await close();
  }
}

function storeServices({ records, biometrics }: Store) {
  return { billing: records, voices: { scorer: VoiceScorer.load(), biometrics, audit: records } };
}
