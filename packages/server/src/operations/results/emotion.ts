import type { Emotion, EmotionScores, emotionGroups } from '@locutor/engine';

/** How a segment is said. Probabilities have three decimals. */
export interface EmotionResult {
  readonly event: 'EMOTION RESULT';
  /** The likeliest one. */
  readonly emotion: Emotion;
  readonly p: EmotionScores;
  readonly p_groups: Readonly<Record<keyof typeof emotionGroups, number>>;
}
