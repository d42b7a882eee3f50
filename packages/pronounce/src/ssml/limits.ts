/** What a document may have. Text is limited by whoever accepts it. */
export const ssmlLimits = {
  /** Characters, markup included. */
  length: 100_000,
  /** Elements within elements. */
  depth: 32,
  elements: 5_000,
} as const;

/** Silence of one break. */
export const LONGEST_BREAK_MS = 10_000;
/** Silence of all breaks of a document: it costs almost nothing to ask for, and as many bytes as speech. */
export const MOST_BREAKS_MS = 300_000;
