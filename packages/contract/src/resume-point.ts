/** Where another endpointer can resume: between two segments or at a cut. */
export interface ResumePoint {
  /** Time of the first sample it gets, a whole number of windows. */
  at: number;
  /** Index of the next segment. */
  index: number;
  /** Where the last segment ends, which may be later. */
  lastEnd?: number;
  /** Speech was cut there and continues. */
  continues?: {
    start: number;
    grownFrom: number;
    /** The same segment continues, in another piece. */
    inner: boolean;
    speaking: boolean;
    overlapsUntil?: number;
  };
  /** There was clear speech before. */
  spoken?: boolean;
  /** How many changes of speaker lie before. */
  changes?: number;
  /** Level of the background, where it was learnt. */
  background?: number;
}
