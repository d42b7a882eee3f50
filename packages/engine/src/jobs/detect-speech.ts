import { defineJob, type JobContext } from '../contract/define-job.ts';
import type { DetectSpeechInput, DetectSpeechOutput } from '../contract/detect-speech.ts';
import { type EngineSettings, engineSettings } from '../contract/engine-settings.ts';
import { SAMPLE_RATE, VAD_WINDOW } from '../contract/sample-rate.ts';
import { speechSpans } from '../contract/speech-spans.ts';
import { WINDOWS_AT_ONCE } from '../listen/judged-parts.ts';
import { SileroVad } from '../listen/silero.ts';
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
    const vad = await context.shared('voice-activity', () => SileroVad.load(settings.voiceActivityModel));
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
