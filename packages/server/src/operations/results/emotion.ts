import type { Emotion, EmotionScores } from '@locutor/contract';
import type { emotionGroups } from '@locutor/voices';

/** How a segment is said. Probabilities have three decimals. */
export interface EmotionResult {
  readonly event: 'EMOTION RESULT';
  /** The likeliest one. */
  readonly emotion: Emotion;
  readonly p: EmotionScores;
  readonly p_groups: Readonly<Record<keyof typeof emotionGroups, number>>;
}
