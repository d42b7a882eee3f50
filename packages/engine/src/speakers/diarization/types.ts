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
  /** Probability of speech, frame by frame of the window. */
  activity: Float32Array;
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
