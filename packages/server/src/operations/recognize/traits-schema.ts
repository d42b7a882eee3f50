import { ageGroups, tens } from '@locutor/voices';
import { Type } from 'typebox';
import { ageElement } from '../results/traits.ts';

const probability = (options: object = {}) => Type.Number({ minimum: 0, maximum: 1, ...options });

export const genderScoresSchema = Type.Object(
  {
    event: Type.String({ enum: ['GENDER RESULT'] }),
    gender: Type.String({
      enum: ['F', 'M', 'UNKNOWN'],
      description: 'UNKNOWN where the head is not sure, speech is short or a child probably speaks',
    }),
    p: Type.Array(probability({ xml: { name: 'probability' } }), {
      minItems: 2,
      maxItems: 2,
      description: 'Probabilities of female and male, among adults',
      xml: { wrapped: true },
    }),
  },
  {
    title: 'GenderScores',
    description:
      'With Infer-gender-enabled, of a segment with speech; pooled over all segments of the speaker',
  },
);

export const ageScoresSchema = Type.Object(
  {
    event: Type.String({ enum: ['AGE RESULT'] }),
    age: Type.Integer({ minimum: 0, description: 'Estimated years' }),
    group: Type.String({ enum: [...ageGroups] }),
    p: Type.Object(
      Object.fromEntries(tens.map((range) => [range, probability({ xml: { name: ageElement(range) } })])),
      { description: 'Probability of each ten years of age; the sum is one' },
    ),
    confidence: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Chance that the group is right if all five were equally frequent, in percent',
    }),
  },
  {
    title: 'AgeScores',
    description: 'With Infer-age-enabled, of a segment with speech; pooled over all segments of the speaker',
  },
);
