import { writeXml, type XmlObject } from '../../http/xml.ts';
import type { EmotionResult } from './emotion.ts';
import type {
  Alternative,
  DiarizationResult,
  InterpretationResult,
  PartialResult,
  RecognitionResult,
  SpokenAlternative,
} from './result.ts';
import { type AgeScores, ageElement, type GenderScores } from './traits.ts';

/** An interpretation's result under the root the interface names. */
export function interpretationXml({ result_status, alternatives }: InterpretationResult): string {
  const items = alternatives.map(alternativeXml);
  return writeXml('recognition_result', { result_status, alternatives: { element: 'alternative', items } });
}

/** A recognition's segments, each an item of the list the interface names. */
export function recognitionXml(results: readonly RecognitionResult[]): string {
  return writeXml('ArrayList', { element: 'item', items: results.map(segmentXml) });
}

/** One segment by itself, as soon as it is known. */
export function segmentResultXml(result: RecognitionResult | PartialResult): string {
  return writeXml('recognition_result', segmentXml(result));
}

function segmentXml({
  alternatives,
  gender_scores,
  age_scores,
  emotion_scores,
  diarization_result,
  ...fields
}: RecognitionResult | PartialResult): XmlObject {
  return {
    alternatives: { element: 'alternative', items: alternatives.map(spokenXml) },
    ...fields,
    ...(gender_scores && { gender_scores: genderXml(gender_scores) }),
    ...(age_scores && { age_scores: ageXml(age_scores) }),
    ...(emotion_scores && { emotion_scores: emotionXml(emotion_scores) }),
    ...diarizationXml(diarization_result),
  };
}

function spokenXml({ words, ...alternative }: SpokenAlternative): XmlObject {
  const items = words.map(({ diarization_result, ...word }) => ({
    ...word,
    ...diarizationXml(diarization_result),
  }));
  return { ...alternativeXml(alternative), words: { element: 'word', items } };
}

function emotionXml({ p, p_groups, ...fields }: EmotionResult): XmlObject {
  return { ...fields, p: { ...p }, p_groups: { ...p_groups } };
}

function diarizationXml(result: DiarizationResult | undefined): XmlObject {
  return result ? { diarization_result: { ...result } } : {};
}

function alternativeXml({ interpretations, interpretation_scores, ...fields }: Alternative): XmlObject {
  return {
    ...fields,
    interpretations: { element: 'interpretation', items: interpretations },
    interpretation_scores: { element: 'interpretation_score', items: interpretation_scores },
  };
}

function genderXml({ p, ...fields }: GenderScores): XmlObject {
  return { ...fields, p: { element: 'probability', items: p } };
}

function ageXml({ p, ...fields }: AgeScores): XmlObject {
  const named = Object.entries(p).map(([range, share]) => [ageElement(range), share] as const);
  return { ...fields, p: Object.fromEntries(named) };
}
