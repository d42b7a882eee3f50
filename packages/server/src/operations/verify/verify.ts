import { setImmediate } from 'node:timers/promises';
import type { AudioInput } from '@locutor/contract';
import { auditingFailure } from '../../audit/audit-failure.ts';
import { type Judged, judgeSpoofing } from '../../biometrics/antispoofing/judge.ts';
import { antispoofingPlan } from '../../biometrics/antispoofing/policy.ts';
import { checkText } from '../../biometrics/challenge/check-text.ts';
import { constraintFailure } from '../../biometrics/constraints.ts';
import { ANTISPOOFING, type Decided, decide, UNDECIDED } from '../../biometrics/decide.ts';
import { type EmbeddedAudios, embedAudios } from '../../biometrics/embed-audios.ts';
import { ensurePlace } from '../../biometrics/place.ts';
import { readVoiceprints } from '../../biometrics/read-voiceprints.ts';
import { audioLength, type UtteranceAnswer, utteranceAnswer } from '../../biometrics/utterance-answer.ts';
import { UNKNOWN_TRAITS, type VoiceTraits, voiceTraits } from '../../biometrics/voice-traits.ts';
import type { Voices } from '../../biometrics/voices.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Caller, Voiceprint } from '../../store/index.ts';
import type { KeepAnswer } from '../voice-form/route.ts';
import type { VerifyRequest } from './request.ts';

/** Of one user, where the others are none the worse for it. */
export const USER_ERRORS = {
  none: { code: 0, message: '' },
  notEnrolled: { code: 1, message: 'the user is not enrolled' },
  otherModel: { code: 2, message: 'the voiceprint was made by another model; enrol the user again' },
  internal: { code: 99, message: 'the voiceprint cannot be compared; the log has the details' },
} as const;

export type UserError = keyof typeof USER_ERRORS;

export interface UserResult extends Decided, VoiceTraits {
  readonly user_id: string;
  readonly score: number;
  readonly audio_length: number;
  readonly error: { readonly code: number; readonly message: string };
}

export interface Verification {
  readonly transaction_id: string;
  readonly results: readonly UserResult[];
  readonly utterances: readonly UtteranceAnswer[];
}

export interface VerifyOptions {
  readonly caller: Caller;
  readonly signal?: AbortSignal;
  /** Whose turn it uses. */
  readonly client?: string;
  /** For who repeats the request. */
  readonly keepAnswer?: KeepAnswer;
  /** Told of what went wrong with one voiceprint. */
  onFault(error: unknown): void;
}

/**
 * Who of the users speaks in the audio. Once all of it has been processed the operation is recorded, whoever still waits
 * for the answer, and answered only when the record is kept.
 */
export async function verify(
  request: VerifyRequest,
  audios: AsyncIterable<AudioInput>,
  voices: Voices,
  options: VerifyOptions,
): Promise<Verification> {
  const { configuration, userIds, place } = request;
  const { signal, client, caller } = options;
  const { audit, biometrics, speakers } = voices;
  const plan = antispoofingPlan(voices.antispoofing, configuration.antispoofing);
  const attempt = { action: 'verify', ...place, userIds, caller, signal } as const;
  const { embedded, challenge } = await auditingFailure(audit, attempt, async () => {
    await ensurePlace(biometrics, place);
    const { expectedText } = configuration;
    const challenge = expectedText && (await voices.challenges.prepare(expectedText, signal));
    const turn = { ...(signal && { signal }), ...(client !== undefined && { client }) };
    const wanted = { ...turn, sound: challenge !== undefined, spoofing: plan.enabled };
    return { challenge, embedded: await embedAudios(audios, configuration, speakers, wanted) };
  });
  const failure = constraintFailure(embedded, configuration);
  const judged = judgeSpoofing(failure ? [] : embedded.accepted, plan);
  const wrongText =
    !failure &&
    challenge !== undefined &&
    !(await auditingFailure(audit, attempt, () => checkText(challenge, embedded.accepted, signal)));
  const checks = { fraud: judged.fraud, wrongText };
  const results = failure
    ? []
    : await auditingFailure(audit, attempt, () => compare(request, embedded, checks, voices, options));
  const users = userIds.map((userId, index) => ({
    userId,
    outcome: failure?.code ?? outcomeOf(results[index]!, wrongText),
  }));
  const outcome = failure?.code ?? 'DONE';
  const answer = (transactionId: string) =>
    failure?.billedAs(transactionId) ?? {
      transaction_id: transactionId,
      results,
      utterances: embedded.utterances.map((each) => utteranceAnswer(each, wrongText)),
    };
  const record = {
    ...place,
    operation: 'verify',
    ...(configuration.accountTag && { accountTag: configuration.accountTag }),
    users,
    audioMs: embedded.audioMs,
    speechMs: embedded.speechMs,
    outcome,
    ...(judged.score !== undefined && { antispoofingScore: judged.score }),
    caller,
  } as const;
  const answered = answer(await biometrics.record(record, options.keepAnswer?.(answer)));
  const antispoofing = failure || !plan.enabled ? undefined : ANTISPOOFING[judged.fraud];
  voices.count('verify', outcome, failure ? [] : users.map((user) => user.outcome), antispoofing);
  if (answered instanceof ServiceError) throw answered;
  return answered;
}

const OUTCOMES: Readonly<Record<number, string>> = { 1: 'NOT_ENROLLED', 2: 'OTHER_MODEL', 99: 'INTERNAL' };

function outcomeOf({ error, decision }: UserResult, wrongText: boolean): string {
  return OUTCOMES[error.code] ?? (wrongText ? 'WRONG_TEXT' : decision);
}

/** What speaks against everybody, whoever's voice it is. */
interface Checks {
  readonly fraud: Judged['fraud'];
  readonly wrongText: boolean;
}

/** Users that are compared before others are served: of a voiceprint from before a new background each takes 4 ms. */
const AT_ONCE = 16;

/** The audio is compared with all users once it has become one probe. */
async function compare(
  { place, userIds, threshold, configuration }: VerifyRequest,
  { accepted }: EmbeddedAudios,
  { fraud, wrongText }: Checks,
  { biometrics, scorer, traits }: Voices,
  { onFault }: VerifyOptions,
): Promise<UserResult[]> {
  const voiceprints = await readVoiceprints(biometrics, place, userIds, onFault);
  const probe = scorer.probe(accepted);
  const length = audioLength(accepted);
  const speakerTraits = voiceTraits(accepted, configuration, traits);
  const scoreOf = (voiceprint: Voiceprint | 'damaged' | undefined): number | UserError => {
    if (!voiceprint) return 'notEnrolled';
    if (voiceprint === 'damaged') return 'internal';
    if (voiceprint.fingerprint !== scorer.fingerprint) return 'otherModel';
    try {
      return scorer.score(probe, voiceprint.bytes);
    } catch (error) {
      onFault(error);
      return 'internal';
    }
  };
  const resultOf = (user_id: string): UserResult => {
    const outcome = scoreOf(voiceprints.get(user_id));
    if (typeof outcome === 'string') {
      const error = USER_ERRORS[outcome];
      return { user_id, score: 0, ...UNDECIDED, ...UNKNOWN_TRAITS, audio_length: 0, error };
    }
    // The decision is made on what is shown, so that a client that compares for itself agrees with it.
    const score = Math.round(10_000 * outcome) / 10_000;
    const decided = decide(score, threshold, fraud, wrongText);
    return { user_id, score, ...decided, ...speakerTraits, audio_length: length, error: USER_ERRORS.none };
  };
  const results: UserResult[] = [];
  for (const userId of userIds) {
    results.push(resultOf(userId));
    if (results.length % AT_ONCE === 0) await setImmediate();
  }
  return results;
}
