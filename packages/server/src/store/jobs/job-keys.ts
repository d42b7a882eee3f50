import { setImmediate as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Key } from '../keys/key.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Schema } from '../schema.ts';
import { JobKey } from './job-seal.ts';

const BATCH = 100;

/** Seals the keys of all jobs with a new key. One that cannot be opened stays as it is: its job fails when its turn comes. */
export async function resealJobs({ db, locksRows }: Database, ring: KeyRing, key: Key): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await db.transaction().execute(async (transaction) => {
      const batch = await transaction
        .selectFrom('jobs')
        .select(['id', 'key_id', 'sealed_key'])
        .where('key_id', '<>', key.id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .$if(locksRows, (query) => query.forUpdate())
        .execute();
      for (const row of batch) {
        const own = await JobKey.open(row, ring).catch(() => undefined);
        if (own === undefined) continue;
        await transaction.updateTable('jobs').set(own.sealedWith(key)).where('id', '=', row.id).execute();
      }
      return batch;
    });
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
    await pause();
  }
}

/** Whether some job is sealed with another key that is still available. */
export async function needsOtherKeys(db: Kysely<Schema>, ring: KeyRing, key: Key): Promise<boolean> {
  const rows = await db
    .selectFrom('jobs')
    .select('key_id')
    .distinct()
    .where('key_id', '<>', key.id)
    .execute();
  return rows.some(({ key_id }) => ring.known(key_id) !== undefined);
}
