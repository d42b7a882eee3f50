import {
  defineJob,
  engineSettings,
  type JobContext,
  type LoadContext,
  type RecognizeSegmentInput,
  type RecognizeSegmentOutput,
} from '@locutor/contract';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { sharedSpeakerModel } from '../embed/shared-speaker-model.ts';
import { sharedModels } from '../runtime/on-demand-models.ts';
import { SoundReader } from '../sounds/sound-reader.ts';
import { NoiseSuppressor } from '../speech/noise-suppressor.ts';
import { SpeechModels } from '../speech/speech-models.ts';
import { EmotionReader } from '../traits/emotion/emotion-reader.ts';
import { sharedDetector } from '../vad/shared-detector.ts';
import type { SileroVad } from '../vad/silero.ts';
import { isSpeechInSecondPass } from '../vad/speech-activity.ts';
import { SegmentRecognizer } from './recognize/segment-recognizer.ts';

/** One for all jobs of a process. */
export function sharedRecognizer(context: LoadContext): Promise<SegmentRecognizer> {
  return context.shared('segment-recognizer', async () => {
    const { modelsDir = defaultModelsDir(), preload = [] } = engineSettings(context.settings);
    const store = new ModelStore({ dir: modelsDir });
    const onDemand = await sharedModels(context);
    const models = new SpeechModels(store, onDemand);
    for (const name of preload) await models.get(name);
    const emotions = new EmotionReader(store, onDemand);
    const speakerModel = await sharedSpeakerModel(context);
    const noiseSuppressor = onDemand.add('dtln', () => NoiseSuppressor.load(store));
    const soundReader = onDemand.add('sounds', () => SoundReader.load());
    return new SegmentRecognizer({ models, speakerModel, emotions, noiseSuppressor, soundReader });
  });
}

interface Loaded {
  recognizer: SegmentRecognizer;
  vad: SileroVad;
}

/** What is said in one segment of an audio. */
export const recognizeSegment = defineJob({
  kind: 'recognize-segment',

  async load(context): Promise<Loaded> {
    return { recognizer: await sharedRecognizer(context), vad: await sharedDetector(context) };
  },

  async run(
    { leastSpeech, ...input }: RecognizeSegmentInput,
    context: JobContext<Loaded>,
  ): Promise<RecognizeSegmentOutput> {
    const { loaded } = context;
    const checkpoint = () => context.checkpoint();
    if (leastSpeech !== undefined) {
      const vad = loaded.vad.another();
      if (!(await isSpeechInSecondPass(input.samples, leastSpeech, vad, checkpoint))) {
        return { noSpeech: true, language: input.language, alternatives: [], bound: [] };
      }
    }
    return loaded.recognizer.recognize(input, checkpoint);
  },
});
