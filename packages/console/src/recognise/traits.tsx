import type { RecognitionResult } from '@locutor/client';

const GENDERS: Readonly<Record<string, string>> = { F: 'female', M: 'male' };

/** Gender, age and emotion, where they were asked for. */
export function Traits({ result }: { readonly result: RecognitionResult }) {
  const { gender_scores: gender, age_scores: age, emotion_scores: emotion } = result;
  return (
    <>
      {gender && <span class="badge">{GENDERS[gender.gender] ?? 'gender unknown'}</span>}
      {age && (
        <span class="badge">
          about {Math.round(age.age)} years, {age.group.toLowerCase().replace('_', ' ')}
        </span>
      )}
      {emotion && <span class="badge">{emotion.emotion}</span>}
    </>
  );
}
