import { setImmediate as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { Key } from './key.ts';
import type { KeyRing } from './key-ring.ts';
import { KEYED_TABLES, RowKey } from './row-key.ts';

type KeyedTable = (typeof KEYED_TABLES)[number];

const BATCH = 100;

/**
 * Seals the keys of all jobs and answers with a new key. One that cannot be opened stays as it is: its job fails when its
 * turn comes.
 */
export async function resealRows(database: Database, ring: KeyRing, key: Key): Promise<void> {
  for (const table of KEYED_TABLES) await resealTable(database, ring, key, table);
}

async function resealTable(
  { db, locksRows }: Database,
  ring: KeyRing,
  key: Key,
  table: KeyedTable,
): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await db.transaction().execute(async (transaction) => {
      const batch = await transaction
        .selectFrom(table)
        .select(['id', 'key_id', 'sealed_key'])
        .where('key_id', '<>', key.id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .$if(locksRows, (query) => query.forUpdate())
        .execute();
      for (const row of batch) {
        const own = await RowKey.open(row, ring).catch(() => undefined);
        if (own === undefined) continue;
        await transaction.updateTable(table).set(own.sealedWith(key)).where('id', '=', row.id).execute();
      }
      return batch;
    });
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
    await pause();
  }
}

/** Whether some job or answer is sealed with another key that is still available. */
export async function needsOtherKeys(db: Kysely<Schema>, ring: KeyRing, key: Key): Promise<boolean> {
  for (const table of KEYED_TABLES) {
    const rows = await db
      .selectFrom(table)
      .select('key_id')
      .distinct()
      .where('key_id', '<>', key.id)
      .execute();
    if (rows.some(({ key_id }) => ring.known(key_id) !== undefined)) return true;
  }
  return false;
}
