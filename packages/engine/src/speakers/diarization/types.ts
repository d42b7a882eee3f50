import type { AudioInput } from '../../contract/audio-input.ts';

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

/** A stretch in which the network finds one of its local speakers speaking, alone or beside another. */
export interface Piece {
  /** Frames from the start of the audio, [from, to). */
  from: number;
  to: number;
  /** First frame of the window in which it was found, and the local speaker there. */
  window: number;
  local: number;
  /** Nobody else speaks. */
  alone: boolean;
  /** Mean probability that the local speaker speaks. */
  activity: number;
  /** What the voice is like; undefined where there is too little of it, or somebody else's. */
  voice: PieceVoice | undefined;
}

export interface PieceVoice {
  /** At every speed, one after the other, each of length one. */
  embedding: Float32Array;
  /** It has nothing above the band of telephones. */
  narrow: boolean;
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
