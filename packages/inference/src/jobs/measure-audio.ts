import {
  defineJob,
  type EngineSettings,
  engineSettings,
  type JobContext,
  type MeasureAudioInput,
  type MeasureAudioOutput,
  SAMPLE_RATE,
} from '@locutor/contract';
import { chunksOf } from './decode-input.ts';

/** How long an audio is. A header may be wrong or missing, so that it is decoded to its end. */
export const measureAudio = defineJob({
  kind: 'measure-audio',

  load: async (context) => engineSettings(context.settings),

  async run({ audio }: MeasureAudioInput, context: JobContext<EngineSettings>): Promise<MeasureAudioOutput> {
    let samples = 0;
    for await (const chunk of chunksOf(audio, context.loaded.audio, context)) samples += chunk.length;
    return { seconds: samples / SAMPLE_RATE };
  },
});
