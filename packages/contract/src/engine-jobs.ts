import type { DetectSpeechInput, DetectSpeechOutput } from './detect-speech.ts';
import type { DiarizeInput, DiarizeOutput } from './diarization.ts';
import type { EmbeddedAudio, EmbedSpeakerInput } from './embedded-audio.ts';
import type { MeasureAudioInput, MeasureAudioOutput } from './measure-audio.ts';
import type { LiveJobs, RecognitionJobs } from './recognition-jobs.ts';
import type { SynthesisJobs } from './synthesis.ts';

/** Every kind of work of the product: what the main process asks for, and what engine processes do. */
export type EngineJobs = RecognitionJobs &
  LiveJobs &
  SynthesisJobs & {
    'detect-speech': { input: DetectSpeechInput; output: DetectSpeechOutput; partial: never };
    'embed-speaker': { input: EmbedSpeakerInput; output: EmbeddedAudio; partial: never };
    diarize: { input: DiarizeInput; output: DiarizeOutput; partial: never };
    'measure-audio': { input: MeasureAudioInput; output: MeasureAudioOutput; partial: never };
  };
