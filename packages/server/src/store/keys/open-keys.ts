import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { Key } from './key.ts';
import { KeyRing, type KeySource, missingKey } from './key-ring.ts';

/**
 * The keys of the voiceprints in the database. A key is made only while there is nothing it would have to open;
 * voiceprints whose key is not available stop the start, before anything is written beside them.
 */
export async function openKeys(database: Database, source: KeySource): Promise<KeyRing> {
  const used = await usedKeys(database);
  const [some] = used;
  const ring = await KeyRing.open(source);
  if (ring === undefined) {
    if (some !== undefined || source.kind === 'setting') throw missingKey(some ?? '', source);
    return settled(database, await KeyRing.create(source));
  }
  for (const id of used) await ring.find(id);
  return settled(database, ring);
}

/** The ids of all keys that some voiceprint is sealed with: one step in the index for each. */
export async function usedKeys({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const last = ids.at(-1);
    const { next } = await db
      .selectFrom('voices')
      .select(({ fn }) => fn.min('key_id').as('next'))
      .$if(last !== undefined, (query) => query.where('key_id', '>', last!))
      .executeTakeFirstOrThrow();
    if (next === null) return ids;
    ids.push(next);
  }
}

/** The first available key encrypts from now on, in every process of this database. */
async function settled(database: Database, ring: KeyRing): Promise<KeyRing> {
  const { db } = database;
  const chosen = await db.selectFrom('voiceprint_key').select('key_id').executeTakeFirst();
  if (chosen === undefined) return ring;
  // A rotation may have ended since the file was read.
  if (ring.known(chosen.key_id) === undefined) await ring.reload();
  if (chosen.key_id === ring.first.id) return ring;
  // A key that was lost with its file may be forgotten only where nothing is sealed.
  const lost = ring.known(chosen.key_id) === undefined;
  if (lost && (await usedKeys(database)).length > 0) throw missingKey(chosen.key_id, ring.source);
  const change = db.updateTable('voiceprint_key').set({ key_id: ring.first.id });
  await change.where('key_id', '=', chosen.key_id).execute();
  return ring;
}

/**
 * The key that seals within this transaction, which none can change until it ends. The database decides, not the file:
 * a process that has not yet seen a new key in the file must not seal with one that is about to be dropped.
 */
export async function sealingKey(
  transaction: Transaction<Schema>,
  { locksRows }: Database,
  ring: KeyRing,
): Promise<Key> {
  const chosen = transaction
    .selectFrom('voiceprint_key')
    .select('key_id')
    .$if(locksRows, (query) => query.forShare());
  const row = await chosen.executeTakeFirst();
  if (row !== undefined) return ring.find(row.key_id);
  const first = { id: 1 as const, key_id: ring.first.id };
  await transaction
    .insertInto('voiceprint_key')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ring.find((await chosen.executeTakeFirstOrThrow()).key_id);
}
