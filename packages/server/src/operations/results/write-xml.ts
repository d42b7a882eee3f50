import { writeXml, type XmlObject } from '../../http/xml.ts';
import type {
  Alternative,
  DiarizationResult,
  InterpretationResult,
  RecognitionResult,
  SpokenAlternative,
} from './result.ts';

/** An interpretation's result under the root the interface names. */
export function interpretationXml({ result_status, alternatives }: InterpretationResult): string {
  const items = alternatives.map(alternativeXml);
  return writeXml('recognition_result', { result_status, alternatives: { element: 'alternative', items } });
}

/** A recognition's segments, each an item of the list the interface names. */
export function recognitionXml(results: readonly RecognitionResult[]): string {
  const items = results.map(({ alternatives, diarization_result, ...fields }) => ({
    alternatives: { element: 'alternative', items: alternatives.map(spokenXml) },
    ...fields,
    ...diarizationXml(diarization_result),
  }));
  return writeXml('ArrayList', { element: 'item', items });
}

function spokenXml({ words, ...alternative }: SpokenAlternative): XmlObject {
  const items = words.map(({ diarization_result, ...word }) => ({
    ...word,
    ...diarizationXml(diarization_result),
  }));
  return { ...alternativeXml(alternative), words: { element: 'word', items } };
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
