import type { RejectedCause } from '@locutor/contract';
import { milliseconds } from '../common/milliseconds.ts';
import type { NumberedUtterance } from './embed-audios.ts';

export const REJECTED_CAUSES = {
  'too-short': 'TOO_SHORT',
  clipped: 'CLIPPED',
  noise: 'NOISE',
  'not-speech': 'NOT_SPEECH',
  trimmed: 'TRIMMED',
  'wrong-text': 'WRONG_TEXT',
} as const satisfies Record<RejectedCause | 'wrong-text', string>;

/** An utterance as answers show it. Durations are milliseconds, times seconds of its audio. */
export interface UtteranceAnswer {
  readonly audio_counter: number;
  readonly total_duration: number;
  readonly speech_duration: number;
  readonly rejected: boolean;
  /** Only where it was rejected. */
  readonly rejected_cause?: string;
  readonly start_time: number;
  readonly end_time: number;
}

/** With `wrongText`, what was used until then is rejected too: together the utterances said something else. */
export function utteranceAnswer(utterance: NumberedUtterance, wrongText = false): UtteranceAnswer {
  const { audio, start, end, speech } = utterance;
  const rejected = utterance.rejected ?? (wrongText ? 'wrong-text' : undefined);
  const [from, to] = [milliseconds(start), milliseconds(end)];
  return {
    audio_counter: audio,
    total_duration: to - from,
    speech_duration: milliseconds(speech),
    rejected: rejected !== undefined,
    ...(rejected && { rejected_cause: REJECTED_CAUSES[rejected] }),
    start_time: from / 1000,
    end_time: to / 1000,
  };
}

/** Milliseconds from start to end of the utterances that were used. */
export function audioLength(accepted: readonly NumberedUtterance[]): number {
  return accepted.reduce((sum, { start, end }) => sum + milliseconds(end) - milliseconds(start), 0);
}
