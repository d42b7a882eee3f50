/** The outcome of a recognition or interpretation, as the interface words it. */
export type ResultStatus =
  | 'RECOGNIZED'
  | 'NO_MATCH'
  | 'NO_INPUT_TIMEOUT'
  | 'EARLY_SPEECH'
  | 'MAX_SPEECH'
  | 'RECOGNITION_TIMEOUT'
  | 'NO_SPEECH'
  | 'CANCELED'
  | 'FAILURE';

export interface Alternative {
  readonly index: number;
  readonly text: string;
  /** 0 to 100. */
  readonly score: number;
  readonly lm: string;
  readonly interpretations: readonly string[];
  /** 0 to 100, one per interpretation. */
  readonly interpretation_scores: readonly number[];
}

/** What INTERPRET returns: the recognition result without anything that only audio has. */
export interface InterpretationResult {
  readonly result_status: ResultStatus;
  readonly alternatives: readonly Alternative[];
}
