import { LiveRecognizer } from '@locutor/engine';
import type { Config } from '../../config/index.ts';
import { audioFormat } from '../../operations/recognize/audio-format.ts';
import { requireEmotion } from '../../operations/recognize/emotion.ts';
import { type LiveCall, type LiveServices, openLiveCall } from '../../operations/recognize/live-call.ts';
import { needsStore } from '../../operations/recognize/recognize-call.ts';
import { asUsage } from '../as-usage.ts';
import { commandCaller, withStore } from '../open-store.ts';
import { localRecognition } from '../recognize/local-recognition.ts';
import { headOf } from '../recognize/local-recognizer.ts';
import type { Recipe } from '../recognize/recipe.ts';
import type { Listener, ListenWatch, SpokenAudio } from './listener.ts';

type Request = Parameters<typeof openLiveCall>[0];

/** Starts an engine on this machine, for the duration of the work. */
export async function withLocalListener<T>(
  config: Config,
  recipe: Recipe,
  work: (listener: Listener) => Promise<T>,
): Promise<T> {
  const { diarization: _, ...head } = headOf(recipe, config);
  const processes = config.workers === 'auto' ? 1 : config.workers;
  const { engine, grammars, recognition, close } = await localRecognition(config, processes);
  const services = { config, grammars, recognition, live: new LiveRecognizer(engine) };
  const listener = (more: Pick<LiveServices, 'billing'>): Listener => ({
    listen(audio, watch, signal) {
      const who = { client: 'command', caller: commandCaller() };
      const partials = watch.onPartial !== undefined;
      const request: Request = { ...head, inline: recipe.grammars, ...who, partials };
      return listenTo(audio, request, { ...services, ...more }, watch, signal);
    },
  });
  try {
    asUsage(() => requireEmotion(head.classifiers, recognition.emotion));
    await engine.start();
    if (!needsStore({ ...head, diarization: undefined })) return await work(listener({}));
    return await withStore(config, ({ records }) => work(listener({ billing: records })));
  } finally {
    await close();
  }
}

function listenTo(
  { parts, mediaType }: SpokenAudio,
  request: Request,
  services: LiveServices,
  watch: ListenWatch,
  signal: AbortSignal,
): Promise<void> {
  const decode = audioFormat(mediaType, 'current', services.config.rawRate);
  return new Promise((resolve, reject) => {
    let goOn = () => {};
    const live = {
      onPartial: (result: { alternatives: readonly { text: string }[] }, stable: number) =>
        watch.onPartial?.(result.alternatives[0]?.text ?? '', stable),
      onResult: (result: Parameters<ListenWatch['onResult']>[0]) => {
        watch.onResult(result);
        if (result.last_segment) resolve();
      },
      onFailure: reject,
      onDrain: () => goOn(),
    };
    const send = async (call: LiveCall) => {
      for await (const part of parts) {
        if (!call.write(part, decode)) await new Promise<void>((next) => (goOn = next));
      }
      call.end();
    };
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    openLiveCall(request, services, live, signal).then(send).catch(reject);
  });
}
