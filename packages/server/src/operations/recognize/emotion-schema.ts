import { emotions } from '@locutor/contract';
import { emotionGroups } from '@locutor/voices';
import { Type } from 'typebox';

const probability = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const emotionScoresSchema = Type.Object(
  {
    event: Type.Literal('EMOTION RESULT'),
    emotion: Type.String({ enum: [...emotions], description: 'The likeliest one' }),
    p: Type.Object(
      Object.fromEntries(emotions.map((emotion) => [emotion, probability(`That it is ${emotion}`)])),
      { description: 'Probabilities, with three decimals' },
    ),
    p_groups: Type.Object(
      Object.fromEntries(
        Object.entries(emotionGroups).map(([group, members]) => [
          group,
          probability(`Sum of ${members.join(', ')}`),
        ]),
      ),
    ),
  },
  {
    title: 'EmotionScores',
    description:
      'Emotion of a segment with speech, with Infer-emotion-enabled. The model was trained on acted speech',
  },
);
