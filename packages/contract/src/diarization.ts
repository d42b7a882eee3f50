import type { AudioInput } from './audio-input.ts';

/** Somebody speaks from one time to another, in seconds from the start of the audio. Turns of two may overlap. */
export interface SpeakerTurn {
  start: number;
  end: number;
  /** Counted from 0, in the order in which they first speak. */
  speaker: number;
  /** That it is this speaker, 0 to 1. */
  confidence: number;
}

/** What is known of how many speakers there are. */
export interface SpeakerCount {
  least: number;
  most: number;
}

/** Where another job goes on. */
export interface DiarizeResumePoint {
  /** First frame of the next window. */
  frame: number;
  /** Up to this frame everything is found. */
  done: number;
  /** What was found before: see `kept-pieces.ts`. */
  pieces: Uint8Array;
}

export interface DiarizeInput {
  audio: AudioInput;
  count: SpeakerCount;
  /** Also describe the voice of each speaker, to be compared with voiceprints. */
  voices?: boolean;
  /** Pause after so many seconds of audio. Default 300. */
  stretch?: number;
  resume?: DiarizeResumePoint;
}

/** Who speaks when in an audio. */
export interface Diarization {
  /** In order of their starts. */
  turns: SpeakerTurn[];
  /** Of each speaker, where they were asked for and the speaker says enough: for the voice scorer. */
  voices: (SpeakerVoice | undefined)[];
}

export interface SpeakerVoice {
  voice: Uint8Array;
  /** Seconds of voice. */
  speech: number;
}

/** After `paused` another job goes on from `resume`. */
export type DiarizeOutput = { paused: true; resume: DiarizeResumePoint } | ({ paused: false } & Diarization);
