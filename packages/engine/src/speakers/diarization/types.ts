import type { AudioInput } from '../../jobs/audio-input.ts';

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

/** A speaker of one window, before it is known who that is in the whole audio. */
export interface LocalSpeaker {
  /** Probability of speech, frame by frame of the window; 255 is certain. */
  activity: Uint8Array;
  /** Seconds in which nobody else speaks. */
  alone: number;
  /** What the voice is like, a vector of length one; undefined where there is too little of it. */
  embedding: Float32Array | undefined;
}

/** What the network found in one window. */
export interface ObservedWindow {
  /** Of its first frame, counted from the start of the audio. */
  firstFrame: number;
  speakers: LocalSpeaker[];
}

/** Where another job goes on. */
export interface DiarizeResumePoint {
  /** Of the next window. */
  frame: number;
  /** What was found before: see `observations.ts`. */
  observed: Uint8Array;
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
