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
