/** Where another endpointer can go on, between two segments or at a cut. */
export interface ResumePoint {
  /** Of the first sample it is given, a whole number of windows. */
  at: number;
  /** Of the next segment. */
  index: number;
  /** Where the segments before end, which may be later. */
  lastEnd?: number;
  /** Speech was cut there and goes on. */
  continues?: {
    start: number;
    grownFrom: number;
    /** The same segment goes on, in another piece. */
    inner: boolean;
    speaking: boolean;
    overlapsUntil?: number;
  };
  /** Somebody spoke before, for sure. */
  spoken?: boolean;
  /** How many changes of the speaker lie before. */
  changes?: number;
  /** Level of the background, where it was learnt. */
  background?: number;
}
