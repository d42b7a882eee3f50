import { randomBytes } from 'node:crypto';
import { KeyRing, keySource, locateStore, openDatabase, type Store, seal } from './server-store.ts';

/** About what a voiceprint weighs: one embedding and its statistics. */
export const VOICEPRINT_BYTES = 1_024;
const BATCH = 500;

export const userId = (index: number) => `user-${index}@example.org`;

/** Puts sealed voices straight into the table: 100,000 enrolments, each synced to the disk, would take an hour. */
export async function fill(url: string, dataDir: string, scenario: string, users: number): Promise<void> {
  const database = await openDatabase(locateStore(url, dataDir), console);
  const ring = await KeyRing.open(keySource([], dataDir));
  if (ring === undefined) throw new Error('the store makes its key when it is first opened');
  const place = { repository: 'default', scenario };
  for (let at = 0; at < users; at += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, users - at) }, (_, index) => {
      const belonging = { ...place, userId: userId(at + index), fingerprint: 'bench' };
      return {
        ...place,
        user_id: belonging.userId,
        created_at: Date.now(),
        updated_at: Date.now(),
        fingerprint: 'bench',
        utterances: 3,
        speech_ms: 9_000,
        key_id: ring.first.id,
        sealed: seal(ring.first, randomBytes(VOICEPRINT_BYTES), belonging),
      };
    });
    await database.db.insertInto('voices').values(rows).execute();
  }
  await database.close();
}

export function enrol(store: Store, scenario: string, user: string): Promise<unknown> {
  const bytes = randomBytes(VOICEPRINT_BYTES);
  return store.biometrics.enroll(
    { repository: 'default', scenario },
    user,
    () => ({ voiceprint: { bytes, fingerprint: 'bench', utterances: 1, speechMs: 3_000 } }),
    { operation: 'enroll', audioMs: 4_000, speechMs: 3_000, caller: { actor: 'bench', requestId: 'bench' } },
  );
}
