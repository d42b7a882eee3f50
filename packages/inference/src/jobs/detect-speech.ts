import {
  type DetectSpeechInput,
  type DetectSpeechOutput,
  defineJob,
  type EngineSettings,
  engineSettings,
  type JobContext,
  SAMPLE_RATE,
  speechSpans,
  VAD_WINDOW,
  WINDOWS_AT_ONCE,
} from '@locutor/contract';
import { sharedDetector } from '../vad/shared-detector.ts';
import type { SileroVad } from '../vad/silero.ts';
import { samplesOf } from './decode-input.ts';

interface Loaded {
  settings: EngineSettings;
  vad: SileroVad;
}

/** Where in the audio somebody speaks. */
export const detectSpeech = defineJob({
  kind: 'detect-speech',

  async load(context) {
    const settings = engineSettings(context.settings);
    const vad = await sharedDetector(context);
    return { settings, vad };
  },

  async run(input: DetectSpeechInput, context: JobContext<Loaded>): Promise<DetectSpeechOutput> {
    const { settings, vad } = context.loaded;
    const { samples, truncated } = await samplesOf(input.audio, settings.audio, context.signal);
    const probabilities = new Float32Array(Math.ceil(samples.length / VAD_WINDOW));
    vad.reset();
    for (let first = 0; first < probabilities.length; first += WINDOWS_AT_ONCE) {
      await context.checkpoint();
      const windows: Float32Array[] = [];
      for (let n = first; n < Math.min(first + WINDOWS_AT_ONCE, probabilities.length); n++) {
        windows.push(samples.subarray(n * VAD_WINDOW, (n + 1) * VAD_WINDOW));
      }
      probabilities.set(await vad.probabilities(windows), first);
    }
    const seconds = samples.length / SAMPLE_RATE;
    const windowSeconds = VAD_WINDOW / SAMPLE_RATE;
    const spans = speechSpans(probabilities, windowSeconds, seconds, input.spans);
    return { seconds, truncated, windowSeconds, probabilities, spans };
  },
});
