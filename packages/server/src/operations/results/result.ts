import type { EmotionResult } from './emotion.ts';
import type { AgeScores, GenderScores } from './traits.ts';

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

/** Times are seconds from the start of the audio, with three decimals. */
export interface Word {
  readonly text: string;
  /** 0 to 100. */
  readonly score: number;
  readonly start_time: number;
  readonly end_time: number;
  readonly diarization_result?: DiarizationResult;
}

/** Who speaks, where diarization is on. */
export interface DiarizationResult {
  readonly speaker: string;
  /** 0 to 100. */
  readonly confidence: number;
}

export interface SpokenAlternative extends Alternative {
  /** Empty where none were asked for. */
  readonly words: readonly Word[];
}

/** One segment of what RECOGNIZE returns. */
export interface RecognitionResult {
  readonly alternatives: readonly SpokenAlternative[];
  readonly result_status: ResultStatus;
  readonly segment_index: number;
  readonly last_segment: boolean;
  readonly final_result: boolean;
  readonly start_time: number;
  readonly end_time: number;
  /** Where they were asked for and somebody speaks. */
  readonly gender_scores?: GenderScores;
  readonly age_scores?: AgeScores;
  /** Where it was asked for and somebody speaks. */
  readonly emotion_scores?: EmotionResult;
  readonly diarization_result?: DiarizationResult;
}

/** A share from 0 to 1 as the interface gives scores. */
export function percent(share: number): number {
  return Math.round(share * 100);
}

/** What a segment says while it is still being spoken. */
export type PartialResult = Omit<RecognitionResult, 'result_status'> & {
  readonly result_status: 'PROCESSING';
};
