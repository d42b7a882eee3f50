import type { ModelStore } from '@locutor/models';
import type { RecognizerName } from '../word-times/engine-align.ts';
import { printHomeRecordings, type Way } from './home-recordings.ts';
import { type Asked, InProcessEngine, requestFor } from './in-process.ts';
import { Pair } from './pair.ts';

/** English by either model alone, and by both: what `decoder.accuracy: high` gains and costs. */
export async function printSecondOpinion(store: ModelStore, modelsDir: string, clips: number): Promise<void> {
  await store.fetch(['moonshine-base', 'whisper-small']);
  const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
  const preload: RecognizerName[] = ['moonshine-base', 'whisper-small'];
  const engine = await InProcessEngine.load({ voiceActivityModel, modelsDir, preload });
  const by =
    (model: RecognizerName, asked: Asked = {}): Way =>
    async (samples, language) => {
      const before = spent(engine);
      const request = requestFor({ samples }, model, { language, ...asked });
      const segments = await engine.recognizer.recognize(request);
      const best = segments.flatMap(({ alternatives }) => alternatives[0]?.text ?? []);
      return { text: best.join(' '), ms: spent(engine) - before };
    };
  const ways = {
    'moonshine-base (normal)': by('moonshine-base'),
    'whisper-small': by('whisper-small'),
    'both (high)': by('moonshine-base', { secondOpinion: 'whisper-small' }),
  };
  await printHomeRecordings('A second opinion: English recorded at home', ways, ['en'], clips);
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

function spent({ spent: times }: InProcessEngine): number {
  return times['find-segments'] + times['recognize-segment'];
}
