/** Times are seconds from the start of the audio, scores 0 to 100. */
export interface TranscriptWord {
  text: string;
  start: number;
  end: number;
  score?: number;
  speaker?: string;
}

export interface TranscriptSegment {
  start: number;
  end: number;
  text: string;
  score?: number;
  /** A number in the order of first speech, or the id of an enrolled user. */
  speaker?: string;
  /** Empty where the answer has none. */
  words: TranscriptWord[];
}

export interface Transcript {
  segments: TranscriptSegment[];
}
