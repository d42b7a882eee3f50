import { setImmediate } from 'node:timers/promises';
import type { Diarization } from '@locutor/contract';
import type { VoiceProbe } from '@locutor/voices';
import { auditingFailure } from '../../../audit/audit-failure.ts';
import { ensurePlace } from '../../../biometrics/place.ts';
import { readVoiceprints } from '../../../biometrics/read-voiceprints.ts';
import type { Voices } from '../../../biometrics/voices.ts';
import type { Caller, Voiceprint } from '../../../store/index.ts';
import type { NamedUsers } from './parameters.ts';

/**
 * A speaker whose voice scores so much against a user's voiceprint is named after the user. It is the score of VERIFY, and
 * usually one in a thousand other people reaches it. In conversations it names 82 of 100 speakers rightly; 0.4 names 45.
 */
export const NAMING_SCORE = 0.3;

export type NamingVoices = Pick<Voices, 'scorer' | 'biometrics' | 'audit'>;

/** Who asks, and what is reported of a voiceprint that cannot be compared. */
export interface NamingOptions {
  readonly caller: Caller;
  onFault(error: unknown): void;
}

/**
 * The users that speakers are, by the numbers of the speakers; each user is at most one of them. Whatever becomes of it,
 * the audit log has an entry for every user, as it has for VERIFY, and a damaged voiceprint is a matter of its user alone.
 */
export async function usersAmong(
  { voices: spoken }: Diarization,
  { userIds, place }: NamedUsers,
  { scorer, biometrics, audit }: NamingVoices,
  { caller, onFault }: NamingOptions,
): Promise<Map<number, string>> {
  const attempt = { action: 'verify', ...place, userIds, caller } as const;
  const outcomes = new Map<string, string>();
  const named = await auditingFailure(audit, attempt, async () => {
    const probes = spoken.flatMap((voice, speaker) =>
      voice ? [{ speaker, probe: scorer.probe([voice]) }] : [],
    );
    const voiceprints = await readVoiceprints(biometrics, place, userIds, onFault);
    const pairs: Pair[] = [];
    for (const userId of userIds) {
      try {
        const compared = scoresOf(probes, voiceprints.get(userId), scorer);
        if (typeof compared === 'string') outcomes.set(userId, compared);
        else pairs.push(...compared.map((each) => ({ ...each, userId })));
      } catch (error) {
        onFault(error);
        outcomes.set(userId, 'INTERNAL');
      }
      // Of a voiceprint from before a new background each score takes 4 ms: others are served in between.
      await setImmediate();
    }
    return bestPairs(pairs);
  });
  const found = new Set(named.values());
  const users = userIds.map((userId) => ({
    userId,
    outcome: outcomes.get(userId) ?? (found.has(userId) ? 'ACCEPTED' : 'REJECTED'),
  }));
  await audit.note({ action: 'verify', ...place, users, outcome: 'DONE', caller });
  return named;
}

/** Nobody could be named, because the speakers were not found: the audit log has that of every user, too. */
export async function auditUnnamed(
  { userIds, place }: NamedUsers,
  { audit }: Pick<NamingVoices, 'audit'>,
  { caller, outcome }: { readonly caller: Caller; readonly outcome: string },
): Promise<void> {
  const users = userIds.map((userId) => ({ userId, outcome }));
  await audit.note({ action: 'verify', ...place, users, outcome, caller });
}

/** Before anything is recognised, as VERIFY does. */
export function ensureUsersPlace(
  { userIds, place }: NamedUsers,
  { biometrics, audit }: NamingVoices,
  caller: Caller,
): Promise<void> {
  const attempt = { action: 'verify', ...place, userIds, caller } as const;
  return auditingFailure(audit, attempt, () => ensurePlace(biometrics, place));
}

interface Pair {
  speaker: number;
  userId: string;
  score: number;
}

/** The score of every speaker, or why there is none. */
function scoresOf(
  probes: readonly { readonly speaker: number; readonly probe: VoiceProbe }[],
  voiceprint: Voiceprint | 'damaged' | undefined,
  scorer: NamingVoices['scorer'],
): Omit<Pair, 'userId'>[] | 'NOT_ENROLLED' | 'INTERNAL' | 'OTHER_MODEL' {
  if (!voiceprint) return 'NOT_ENROLLED';
  if (voiceprint === 'damaged') return 'INTERNAL';
  if (voiceprint.fingerprint !== scorer.fingerprint) return 'OTHER_MODEL';
  return probes.map(({ speaker, probe }) => ({ speaker, score: scorer.score(probe, voiceprint.bytes) }));
}

/** The surest pair first; neither its speaker nor its user is in another. */
export function bestPairs(pairs: readonly Pair[], least = NAMING_SCORE): Map<number, string> {
  const named = new Map<number, string>();
  const users = new Set<string>();
  for (const { speaker, userId, score } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (score < least || named.has(speaker) || users.has(userId)) continue;
    named.set(speaker, userId);
    users.add(userId);
  }
  return named;
}
