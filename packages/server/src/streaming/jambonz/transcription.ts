import type { PartialResult, RecognitionResult } from '../../operations/results/result.ts';

/** Somebody spoke, or should have, and there are no words: an empty text says so. */
const EMPTY: readonly string[] = ['NO_MATCH', 'NO_INPUT_TIMEOUT', 'RECOGNITION_TIMEOUT', 'EARLY_SPEECH'];
const FAILED: readonly string[] = ['FAILURE', 'CANCELED'];

/** The message for a result; undefined where there is nothing to say. */
export function transcriptionOf(
  result: RecognitionResult | PartialResult,
  language: string | undefined,
): string | undefined {
  const { alternatives, result_status: status, final_result } = result;
  if (FAILED.includes(status)) return errorMessage('ERR_BUSY', `the recognition ended with ${status}`);
  if (alternatives.length === 0 && !EMPTY.includes(status)) return undefined;
  // jambonz reads the first one without looking how many there are.
  const told =
    alternatives.length > 0 ? alternatives.map(alternativeOf) : [{ confidence: 0, transcript: '' }];
  return JSON.stringify({
    type: 'transcription',
    is_final: final_result,
    alternatives: told,
    channel: 1,
    language: detected(alternatives[0]?.lm) ?? language ?? null,
  });
}

type Alternative = RecognitionResult['alternatives'][number];

function alternativeOf({
  text,
  score,
  interpretations,
}: Pick<Alternative, 'text' | 'score' | 'interpretations'>) {
  return {
    confidence: score / 100,
    transcript: text,
    ...(interpretations.length > 0 && { interpretations }),
  };
}

/** With `auto`, the model that a text is of names the language. */
function detected(lm: string | undefined): string | undefined {
  return /^builtin:slm\/(?!general$|auto$)([\w-]+)$/.exec(lm ?? '')?.[1];
}

export function errorMessage(code: string, reason: string): string {
  return JSON.stringify({ type: 'error', error: reason, code });
}
