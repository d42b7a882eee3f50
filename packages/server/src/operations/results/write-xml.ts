import { writeXml, type XmlObject } from '../../http/xml.ts';
import type { Alternative, InterpretationResult } from './result.ts';

/** An interpretation's result under the root the interface names. */
export function interpretationXml({ result_status, alternatives }: InterpretationResult): string {
  const items = alternatives.map(alternativeXml);
  return writeXml('recognition_result', { result_status, alternatives: { element: 'alternative', items } });
}

function alternativeXml({ interpretations, interpretation_scores, ...fields }: Alternative): XmlObject {
  return {
    ...fields,
    interpretations: { element: 'interpretation', items: interpretations },
    interpretation_scores: { element: 'interpretation_score', items: interpretation_scores },
  };
}
