import type { RecognizedSegment } from '@locutor/contract';
import { emotionGroups, likeliest } from '@locutor/voices';
import { ServiceError } from '../../errors/index.ts';
import type { EmotionResult } from '../results/emotion.ts';
import type { Classifiers } from './classifiers.ts';

/** The optional model that emotions are read with. */
export interface EmotionModel {
  /** Asked for every request that wants it: it is used from the moment it is installed. */
  installed(): boolean;
}

/** Refuses a request that asks for emotions where the model is not installed. */
export function requireEmotion(classifiers: Classifiers, model: EmotionModel): void {
  if (!classifiers.has('emotion') || model.installed()) return;
  throw new ServiceError(
    'ERR_CLASSIFIER_NOT_INSTALLED',
    'Infer-emotion-enabled is true, but emotion classification is not installed. Its licence forbids commercial use; install it with: npx locutor models fetch emotion',
  );
}

/** What was read of a segment, by whichever pass was asked to. */
export function emotionOf(segments: readonly RecognizedSegment[]): { emotion_scores?: EmotionResult } {
  const scores = segments.find(({ emotion }) => emotion !== undefined)?.emotion;
  if (!scores) return {};
  const group = (name: keyof typeof emotionGroups) =>
    rounded(emotionGroups[name].reduce((sum, emotion) => sum + scores[emotion], 0));
  return {
    emotion_scores: {
      event: 'EMOTION RESULT',
      emotion: likeliest(scores),
      p: mapped(scores, rounded),
      p_groups: { positive: group('positive'), neutral: group('neutral'), negative: group('negative') },
    },
  };
}

/** Three decimals. */
function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}

function mapped<Name extends string>(
  values: Readonly<Record<Name, number>>,
  change: (value: number) => number,
): Record<Name, number> {
  const entries = Object.entries<number>(values).map(([name, value]) => [name, change(value)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
