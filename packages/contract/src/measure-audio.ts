import type { AudioInput } from './audio-input.ts';

export interface MeasureAudioInput {
  audio: AudioInput;
}

export interface MeasureAudioOutput {
  /** Length of the audio, as far as it is decoded. */
  seconds: number;
}
