import type { ModelStore } from '@locutor/models';
import type { RecognizerName } from '../word-times/engine-align.ts';
import { printHomeRecordings, type Way } from './home-recordings.ts';
import { type Asked, InProcessEngine, requestFor } from './in-process.ts';
import { Pair } from './pair.ts';

/** English by either model alone, and by both: what `decoder.accuracy: high` gains and costs. */
export async function printSecondOpinion(store: ModelStore, modelsDir: string, clips: number): Promise<void> {
  const ways = await opinions(store, modelsDir, 'moonshine-base', 'whisper-small');
  await printHomeRecordings('A second opinion: English recorded at home', ways, ['en'], clips);
}

/** Portuguese and Spanish by Whisper small with Whisper base as a second opinion: the best that there is for them. */
export async function printOtherOpinions(store: ModelStore, modelsDir: string, clips: number): Promise<void> {
  const ways = await opinions(store, modelsDir, 'whisper-small', 'whisper-base');
  await printHomeRecordings('A second opinion: Portuguese and Spanish', ways, ['pt', 'es'], clips);
}

/** Every language beside the usual pipeline of the same model, which pads each clip to thirty seconds. */
export async function printLanguages(store: ModelStore, modelsDir: string, clips: number): Promise<void> {
  await store.fetch(['whisper-small']);
  const pair = await Pair.load(store, modelsDir, 'whisper-small');
  const ways: Record<string, Way> = {
    ours: async (samples, language) => {
      const { text, findMs, recognizeMs } = await pair.recognize(samples, { language });
      return { text, ms: findMs + recognizeMs };
    },
    padded: (samples, language) => pair.decodeReference(samples, language),
  };
  const languages = ['en', 'pt', 'es', 'fr', 'de', 'it'];
  await printHomeRecordings('whisper-small on speech recorded at home', ways, languages, clips);
}

async function opinions(
  store: ModelStore,
  modelsDir: string,
  first: RecognizerName,
  second: RecognizerName,
): Promise<Record<string, Way>> {
  await store.fetch([first, second]);
  const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
  const engine = await InProcessEngine.load({ voiceActivityModel, modelsDir, preload: [first, second] });
  const by =
    (model: RecognizerName, asked: Asked = {}): Way =>
    async (samples, language) => {
      const before = spent(engine);
      const request = requestFor({ samples }, model, { language, ...asked });
      const segments = await engine.recognizer.recognize(request);
      const best = segments.flatMap(({ alternatives }) => alternatives[0]?.text ?? []);
      return { text: best.join(' '), ms: spent(engine) - before };
    };
  return {
    [`${first} (normal)`]: by(first),
    [second]: by(second),
    'both (high)': by(first, { secondOpinion: second }),
  };
}

function spent({ spent: times }: InProcessEngine): number {
  return times['find-segments'] + times['recognize-segment'];
}
