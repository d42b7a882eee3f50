import type { LivePosition } from '@locutor/audio';
import type { DecodeAs } from './audio-input.ts';

/** The next bytes of audio that is still being spoken, in front of them those that the job before wants again. */
export interface ListenInput {
  bytes: Uint8Array;
  /** The audio ends with them. */
  last: boolean;
  decode?: DecodeAs;
  /** What the job before returned; nothing for the first one. */
  state?: ListenState;
}

/** All that is carried from one job to the next: any process can do the next one. */
export interface ListenState {
  position: LivePosition;
  detector: DetectorState;
}

/** What the detector of speech remembers of a stream. */
export interface DetectorState {
  /** Level of the loudest window, which decays. */
  loudest: number;
  hidden: Float32Array;
  cell: Float32Array;
  context: Float32Array;
  /** Samples that the filter in front of it still needs. */
  before: Float32Array;
}

export interface ListenOutput {
  /** At 16 kHz, in whole windows but for the last one of the audio. */
  samples: Float32Array;
  /** Of each window: the probability of speech, the level and the peak. */
  readings: Float32Array;
  /** How many of the bytes, from their end, the next job wants again. */
  keep: number;
  state: ListenState;
  /** Nothing is decoded before the last byte is there: this kind of file cannot be decoded in parts. */
  whole?: true;
  /** How many bytes, with those that are kept, it takes to know what kind of audio this is. */
  least?: number;
}

/**
 * Audio of a session that is judged once more, as that of a recording is: the level of what follows is measured before a
 * window is judged.
 */
export interface ListenAgainInput {
  /** At 16 kHz, in whole windows but for the last one of the audio. */
  samples: Float32Array;
  /** What the job before returned; nothing where the detector is to begin anew. */
  state?: DetectorState;
}

export interface ListenAgainOutput {
  /** Of each window: the probability of speech, the level and the peak. */
  readings: Float32Array;
  /** How many windows, from the first on, are judged for good: what follows them can change the others. */
  whole: number;
  /** What the detector remembers behind those; nothing where it has to begin anew. */
  state?: DetectorState;
}
