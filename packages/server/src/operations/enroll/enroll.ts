import type { AudioInput } from '@locutor/contract';
import { agrees, LEAST_AGREEMENT } from '@locutor/voices';
import { auditFailure, auditingFailure } from '../../audit/audit-failure.ts';
import { constraintFailure } from '../../biometrics/constraints.ts';
import { type EmbeddedAudios, embedAudios } from '../../biometrics/embed-audios.ts';
import { ensurePlace } from '../../biometrics/place.ts';
import { type UtteranceAnswer, utteranceAnswer } from '../../biometrics/utterance-answer.ts';
import type { Scorer, Voices } from '../../biometrics/voices.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import {
  AnsweredBefore,
  type Caller,
  type Enrolled,
  type EnrolmentChange,
  StoreError,
  type Voiceprint,
} from '../../store/index.ts';
import { storeFailure } from '../../store/store-failure.ts';
import type { KeepAnswer } from '../voice-form/route.ts';
import type { EnrollRequest } from './request.ts';

export interface Enrolment {
  readonly transaction_id: string;
  readonly user_id: string;
  readonly created: boolean;
  readonly score: number;
  /** All that the voiceprint is made of now. */
  readonly voiceprint: { readonly utterances: number; readonly speech_duration: number };
  readonly utterances: readonly UtteranceAnswer[];
}

/** What of the existing voice conflicts with the request; asked before any audio is read. */
async function refuseEarly(
  { place, userId, mode }: EnrollRequest,
  { biometrics, scorer }: Voices,
): Promise<void> {
  if (mode === 'replace') return;
  const known = await biometrics.user(place, userId);
  if (known) checkKnown(userId, mode, known.fingerprint, scorer);
}

/** Makes or changes one voiceprint from the audio. Nothing is kept of a voice that fails a limit, but it is recorded. */
export async function enroll(
  request: EnrollRequest,
  audios: AsyncIterable<AudioInput>,
  voices: Voices,
  options: {
    readonly caller: Caller;
    readonly client?: string;
    readonly signal?: AbortSignal;
    /** For who repeats the request. */
    readonly keepAnswer?: KeepAnswer;
  },
): Promise<Enrolment> {
  const { place, userId, configuration } = request;
  const { biometrics, scorer } = voices;
  const { signal, client, caller, keepAnswer } = options;
  const attempt = { action: 'enroll', ...place, userIds: [userId], caller, signal } as const;
  const embedded = await auditingFailure(voices.audit, attempt, async () => {
    await ensurePlace(biometrics, place);
    await refuseEarly(request, voices);
    // An utterance that stays alone is compared with itself, half with half.
    const parts = { halves: true, telephoneCopy: true };
    const turn = { ...(signal && { signal }), ...(client !== undefined && { client }) };
    return embedAudios(audios, configuration, voices.speakers, { ...parts, ...turn });
  });
  const record = {
    operation: 'enroll',
    ...(configuration.accountTag && { accountTag: configuration.accountTag }),
    audioMs: embedded.audioMs,
    speechMs: embedded.speechMs,
    caller,
  } as const;
  try {
    const failure = constraintFailure(embedded, configuration);
    if (failure) throw failure;
    let score = 0;
    const change: EnrolmentChange = (current) => {
      const changed = changedVoice(request, embedded, scorer, current);
      score = changed.score;
      return {
        voiceprint: changed.voiceprint,
        ...(request.consent !== undefined && { consent: request.consent }),
      };
    };
    const replaces = request.mode === 'replace';
    const answer = ({ transactionId, created, user }: Enrolled): Enrolment => ({
      transaction_id: transactionId,
      user_id: userId,
      created,
      score,
      voiceprint: { utterances: user.utterances, speech_duration: user.speechMs },
      utterances: embedded.utterances.map((each) => utteranceAnswer(each)),
    });
    const once = keepAnswer?.(answer);
    const enrolled = await biometrics.enroll(place, userId, change, record, {
      replaces,
      ...(once && { once }),
    });
    voices.count('enroll', 'DONE', []);
    return answer(enrolled);
  } catch (thrown) {
    if (thrown instanceof AnsweredBefore) throw thrown;
    // The scenario may have been deleted while the audio was processed, which is billed as any other refusal is.
    const gone = thrown instanceof StoreError && thrown.code === 'ERR_STORE_PLACE';
    const error = gone ? storeFailure(thrown) : thrown;
    if (error instanceof ServiceError) {
      const { code: outcome } = error;
      const billed = { ...record, ...place, users: [{ userId, outcome }], outcome };
      const once = keepAnswer?.((transactionId: string) => error.billedAs(transactionId));
      const transactionId = await biometrics.record(billed, once);
      voices.count('enroll', outcome, []);
      throw error.billedAs(transactionId);
    }
    await auditFailure(voices.audit, { ...attempt, signal: undefined }, error);
    throw error;
  }
}

function changedVoice(
  { userId, mode, threshold }: EnrollRequest,
  { accepted, speechMs }: EmbeddedAudios,
  scorer: Scorer,
  current: Voiceprint | undefined,
): { voiceprint: Voiceprint; score: number } {
  const existing = mode === 'replace' ? undefined : current;
  if (existing) checkKnown(userId, mode, existing.fingerprint, scorer);
  const agreement = scorer.consistency(accepted, existing?.bytes);
  const score = Math.round(10_000 * agreement.score) / 10_000;
  if (threshold !== undefined && score < threshold) {
    throw new ServiceError(
      'ERR_ENROLLMENT_SCORE',
      `the score of the audio is ${score}; min_enrollment_score is ${threshold}`,
    );
  }
  if (threshold === undefined && !agrees({ ...agreement, score })) {
    throw new ServiceError(
      'ERR_ENROLLMENT_SCORE',
      `the score of the audio is ${score}, as of two different voices; at least ${LEAST_AGREEMENT} is needed by ` +
        'default, which min_enrollment_score changes',
    );
  }
  const voiceprint = {
    bytes: scorer.voiceprint(accepted, existing?.bytes),
    fingerprint: scorer.fingerprint,
    utterances: (existing?.utterances ?? 0) + accepted.length,
    speechMs: (existing?.speechMs ?? 0) + speechMs,
  };
  return { voiceprint, score };
}

function checkKnown(userId: string, mode: EnrollRequest['mode'], fingerprint: string, scorer: Scorer): void {
  if (mode === 'create') {
    throw new ServiceError('ERR_ALREADY_EXISTS', `the user ${quote(userId)} is already enrolled`);
  }
  if (fingerprint !== scorer.fingerprint) {
    throw new ServiceError(
      'ERR_OTHER_MODEL',
      `the voiceprint of ${quote(userId)} was made by another model; enrol with "mode": "replace"`,
    );
  }
}
