import { emotionGroups, emotions } from '@locutor/engine';
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
      'How the segment is said, where Infer-emotion-enabled asks for it and somebody speaks. The model was made from acted speech',
  },
);
