import type { AudioInput } from '../contract/audio-input.ts';
import { defineJob, type JobContext } from '../contract/define-job.ts';
import { type EngineSettings, engineSettings } from '../contract/engine-settings.ts';
import { VOICE_RATE, VOICE_WINDOW } from '../contract/sample-rate.ts';
import type { SpeechSpan } from '../contract/speech-span.ts';
import { SileroVad, WINDOWS_AT_ONCE } from '../listen/silero.ts';
import { type SpanOptions, speechSpans } from '../listen/speech-spans.ts';
import { samplesOf } from './decode-input.ts';

export interface DetectVoiceInput {
  audio: AudioInput;
  spans?: SpanOptions;
}

export interface DetectVoiceOutput {
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
  voice: SileroVad;
}

/** Where in the audio somebody speaks. */
export const detectVoice = defineJob({
  kind: 'detect-voice',

  async load(context) {
    const settings = engineSettings(context.settings);
    const voice = await context.shared('voice-activity', () => SileroVad.load(settings.voiceActivityModel));
    return { settings, voice };
  },

  async run(input: DetectVoiceInput, context: JobContext<Loaded>): Promise<DetectVoiceOutput> {
    const { settings, voice } = context.loaded;
    const { samples, truncated } = await samplesOf(input.audio, settings.audio, context.signal);
    const probabilities = new Float32Array(Math.ceil(samples.length / VOICE_WINDOW));
    voice.reset();
    for (let first = 0; first < probabilities.length; first += WINDOWS_AT_ONCE) {
      await context.checkpoint();
      const windows: Float32Array[] = [];
      for (let n = first; n < Math.min(first + WINDOWS_AT_ONCE, probabilities.length); n++) {
        windows.push(samples.subarray(n * VOICE_WINDOW, (n + 1) * VOICE_WINDOW));
      }
      probabilities.set(await voice.probabilities(windows), first);
    }
    const seconds = samples.length / VOICE_RATE;
    const windowSeconds = VOICE_WINDOW / VOICE_RATE;
    const spans = speechSpans(probabilities, windowSeconds, seconds, input.spans);
    return { seconds, truncated, windowSeconds, probabilities, spans };
  },
});
