import type { AudioInput } from '../contract/audio-input.ts';
import { defineJob, type JobContext } from '../contract/define-job.ts';
import { type EngineSettings, engineSettings } from '../contract/engine-settings.ts';
import { SAMPLE_RATE, VAD_WINDOW } from '../contract/sample-rate.ts';
import type { SpeechSpan } from '../contract/speech-span.ts';
import { WINDOWS_AT_ONCE } from '../listen/judged-parts.ts';
import { SileroVad } from '../listen/silero.ts';
import { type SpanOptions, speechSpans } from '../listen/speech-spans.ts';
import { samplesOf } from './decode-input.ts';

export interface DetectSpeechInput {
  audio: AudioInput;
  spans?: SpanOptions;
}

export interface DetectSpeechOutput {
  /** Length of the audio that was judged. */
  seconds: number;
  /** The audio goes on past the longest that is decoded. */
  truncated: boolean;
  windowSeconds: number;
  /** Of speech, window by window. */
  probabilities: Float32Array;
  spans: SpeechSpan[];
}

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
