import type { EncodedFormat } from '@locutor/audio';

/** Synthesis models by their names in the model store: quantised, and in full precision. */
export const synthesizerNames = ['kokoro', 'kokoro-full'] as const;
export type SynthesizerName = (typeof synthesizerNames)[number];

export interface SynthesizeInput {
  text: string;
  /** Whether the text is an SSML document. */
  ssml: boolean;
  /** Name of a voice; see `voices`. */
  voice: string;
  /** Primary subtag of the language of the text, where markup does not say otherwise. */
  language: string;
  /** Speed as a factor, from 0.3 to 3. */
  rate: number;
  /** Loudness as a factor, from 0 to 2. */
  volume: number;
  model: SynthesizerName;
  format: EncodedFormat;
}

/** Encoded audio, in order. Each part is handed out as soon as it is spoken. */
export interface SpokenPart {
  audio: Uint8Array;
}

export interface SynthesizeOutput {
  /** Length of the speech, silence included. */
  audioMs: number;
  /** When the marks of an SSML document are reached. */
  marks: SpokenMark[];
}

export interface SpokenMark {
  name: string;
  ms: number;
}

/** The kind of work that a synthesis is made of. */
export type SynthesisJobs = {
  synthesize: { input: SynthesizeInput; output: SynthesizeOutput; partial: SpokenPart };
};

/** The code for SSML that cannot be said; `data` has `line` and `column`, counted from 1. */
export const SSML_INVALID = 'SSML_INVALID';
/** The code for a voice that does not exist; `data.voice` is its name. */
export const VOICE_UNKNOWN = 'VOICE_UNKNOWN';
/** The code for text whose speech would be longer than the engine makes. */
export const SPEECH_TOO_LONG = 'SPEECH_TOO_LONG';
