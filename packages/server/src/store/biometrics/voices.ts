import type { Selectable } from 'kysely';
import { StoreError } from '../errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type Belonging, unseal } from '../keys/seal.ts';
import type { VoicesTable } from '../schema.ts';
import type { Place, UserInfo, Voiceprint } from './types.ts';

/** All but the voiceprint itself. */
export const INFO_COLUMNS = [
  'user_id',
  'created_at',
  'updated_at',
  'fingerprint',
  'utterances',
  'speech_ms',
  'consent',
] as const;

export function userInfo(row: Pick<Selectable<VoicesTable>, (typeof INFO_COLUMNS)[number]>): UserInfo {
  return {
    userId: row.user_id,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    fingerprint: row.fingerprint,
    utterances: row.utterances,
    speechMs: row.speech_ms,
    ...(row.consent !== null && { consent: row.consent }),
  };
}

/** Names one user of one place, for locks. */
export function voiceKey({ repository, scenario }: Place, userId: string): string {
  return JSON.stringify([repository, scenario, userId]);
}

export function belonging(
  row: Pick<VoicesTable, 'repository' | 'scenario' | 'user_id' | 'fingerprint'>,
): Belonging {
  const { repository, scenario, user_id, fingerprint } = row;
  return { repository, scenario, userId: user_id, fingerprint };
}

export async function openVoice(row: Selectable<VoicesTable>, keys: KeyRing): Promise<Voiceprint> {
  const key = keys.known(row.key_id) ?? (await keys.find(row.key_id));
  const bytes = unseal(key, row.sealed, belonging(row));
  if (bytes === undefined) {
    // Logs hold no identities; the place is enough to begin the search.
    throw new StoreError(
      'ERR_STORE_DAMAGED',
      `A voiceprint in the scenario ${JSON.stringify(row.scenario)} of the repository ` +
        `${JSON.stringify(row.repository)} was changed after it was stored: it cannot be decrypted.`,
    );
  }
  return { bytes, fingerprint: row.fingerprint, utterances: row.utterances, speechMs: row.speech_ms };
}
