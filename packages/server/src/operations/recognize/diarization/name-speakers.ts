import type { Diarization } from '@locutor/engine';
import type { Caller, Voiceprint } from '../../../store/index.ts';
import { notingFailure } from '../../voices/noting-failure.ts';
import { ensurePlace } from '../../voices/place.ts';
import type { Voices } from '../../voices/voices.ts';
import type { NamedUsers } from './parameters.ts';

/**
 * A speaker whose voice scores so much against a user's voiceprint is named after the user. It is the score of VERIFY, and
 * fewer than one in a thousand other people reach it.
 */
export const NAMING_SCORE = 0.4;

export type NamingVoices = Pick<Voices, 'scorer' | 'biometrics' | 'audit'>;

/**
 * The users that speakers are, by the numbers of the speakers; each user is at most one of them. Whatever becomes of it,
 * the audit log has an entry for every user, as it has for VERIFY.
 */
export async function usersAmong(
  { voices: spoken }: Diarization,
  { userIds, place }: NamedUsers,
  { scorer, biometrics, audit }: NamingVoices,
  caller: Caller,
): Promise<Map<number, string>> {
  const attempt = { action: 'verify', ...place, userIds, caller } as const;
  const { named, enrolled } = await notingFailure(audit, attempt, async () => {
    const enrolled = await biometrics.voiceprints(place, userIds);
    return { enrolled, named: bestPairs(pairsOf(spoken, enrolled, scorer)) };
  });
  const found = new Set(named.values());
  const outcomeOf = (userId: string) =>
    found.has(userId) ? 'ACCEPTED' : enrolled.has(userId) ? 'REJECTED' : 'NOT_ENROLLED';
  const users = userIds.map((userId) => ({ userId, outcome: outcomeOf(userId) }));
  await audit.note({ action: 'verify', ...place, users, outcome: 'DONE', caller });
  return named;
}

/** Before anything is recognised, as VERIFY does. */
export function ensureUsersPlace(
  { userIds, place }: NamedUsers,
  { biometrics, audit }: NamingVoices,
  caller: Caller,
): Promise<void> {
  const attempt = { action: 'verify', ...place, userIds, caller } as const;
  return notingFailure(audit, attempt, () => ensurePlace(biometrics, place));
}

interface Pair {
  speaker: number;
  userId: string;
  score: number;
}

function pairsOf(
  spoken: Diarization['voices'],
  enrolled: ReadonlyMap<string, Voiceprint>,
  scorer: NamingVoices['scorer'],
): Pair[] {
  return spoken.flatMap((voice, speaker) => {
    if (!voice) return [];
    const probe = scorer.probe([voice]);
    return [...enrolled]
      .filter(([, { fingerprint }]) => fingerprint === scorer.fingerprint)
      .map(([userId, { bytes }]) => ({ speaker, userId, score: scorer.score(probe, bytes) }));
  });
}

/** The surest pair first; neither its speaker nor its user is in another. */
export function bestPairs(pairs: readonly Pair[]): Map<number, string> {
  const named = new Map<number, string>();
  const taken = new Set<string>();
  for (const { speaker, userId, score } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (score < NAMING_SCORE || named.has(speaker) || taken.has(userId)) continue;
    named.set(speaker, userId);
    taken.add(userId);
  }
  return named;
}
