import { type Emotion, type EmotionScores, emotions } from '@locutor/contract';

/** Kinds of emotion. Surprise counts as pleasant, as the actors of the recordings played it. */
export const emotionGroups = {
  positive: ['happy', 'surprised'],
  neutral: ['neutral', 'calm'],
  negative: ['sad', 'angry', 'fearful', 'disgusted'],
} as const satisfies Record<string, readonly Emotion[]>;

export function likeliest(scores: EmotionScores): Emotion {
  return emotions.reduce((best, emotion) => (scores[emotion] > scores[best] ? emotion : best));
}

export function scoresOf(value: (emotion: Emotion) => number): EmotionScores {
  return Object.fromEntries(emotions.map((emotion) => [emotion, value(emotion)])) as Record<Emotion, number>;
}

/** Of parts of one segment together, each counting by its weight. */
export function meanScores(
  parts: readonly { scores: EmotionScores; weight: number }[],
): EmotionScores | undefined {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (!(whole > 0)) return parts[0]?.scores;
  return scoresOf((emotion) =>
    parts.reduce((sum, { scores, weight }) => sum + scores[emotion] * (weight / whole), 0),
  );
}
