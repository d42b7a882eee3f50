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
