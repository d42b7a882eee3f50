import type { Selectable, Transaction } from 'kysely';
import { counted } from '../../common/counted.ts';
import type { Caller } from '../biometrics/types.ts';
import { belonging, openVoice } from '../biometrics/voices.ts';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';

import { writeAudit } from '../records/write.ts';
import type { Schema, VoicesTable } from '../schema.ts';
import { type Key, newKey } from './key.ts';
import { readKeyFile, replaceKeyFile } from './key-file.ts';
import { type KeyRing, missingKey } from './key-ring.ts';
import { usedKeys } from './open-keys.ts';
import { needsOtherKeys, resealRows } from './reseal-rows.ts';
import { seal } from './seal.ts';

/** Voiceprints of one transaction: short enough that an enrolment hardly notices waiting for it. */
const BATCH = 100;

export interface RotationReport {
  /** Of the key that seals now. */
  readonly key: string;
  /** How many voiceprints were encrypted again. */
  readonly voiceprints: number;
  /** Ids of the keys that were removed from the file. */
  readonly dropped: readonly string[];
  /** Whether this finished a rotation that was interrupted, with the key made then. */
  readonly resumed: boolean;
}

/**
 * Seals every voiceprint with a new key while servers keep running. First the new key is safe in the file, then the
 * database names it, which every later enrolment obeys, then old voiceprints follow in small transactions, and only when
 * none is left are the old keys dropped. An interruption anywhere leaves both keys in the file and is made good by the
 * next call. With keys from the setting there is nothing to make or drop: all voiceprints follow its first key.
 */
export async function rotateKeys(database: Database, ring: KeyRing, caller: Caller): Promise<RotationReport> {
  const { key, resumed } = await changeOver(database, ring);
  try {
    const resealed = await resealAll(database, ring, key);
    await resealRows(database, ring, key);
    const dropped = await finish(database, ring, key, caller);
    return { key: key.id, voiceprints: resealed, dropped, resumed };
  } finally {
    // The log may still hold what the old key sealed, also where some voiceprints could not be sealed anew.
    await database.wipe();
  }
}

/** The lock keeps a second rotation out, and unlike a lock file it ends with its process. */
function alone<T>(database: Database, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
  return database.db.transaction().execute(async (transaction) => {
    await database.lockTable(transaction, 'voiceprint_key');
    return work(transaction);
  });
}

function changeOver(database: Database, ring: KeyRing): Promise<{ key: Key; resumed: boolean }> {
  return alone(database, async (transaction) => {
    const { key, resumed } = await nextKey(ring);
    const row = { id: 1 as const, key_id: key.id };
    await transaction
      .insertInto('voiceprint_key')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    await ring.reload();
    return { key, resumed };
  });
}

async function nextKey({ source, first }: KeyRing): Promise<{ key: Key; resumed: boolean }> {
  if (source.kind === 'setting') return { key: first, resumed: false };
  const keys = await readKeyFile(source.file);
  const [sealing, ...older] = keys ?? [];
  if (sealing === undefined) throw missingKey(first.id, source);
  if (older.length > 0) return { key: sealing, resumed: true };
  const key = newKey();
  await replaceKeyFile(source.file, [key, sealing]);
  return { key, resumed: false };
}

async function resealAll(database: Database, ring: KeyRing, key: Key): Promise<number> {
  let resealed = 0;
  const damaged: Selectable<VoicesTable>[] = [];
  for (let last: Selectable<VoicesTable> | undefined; ; ) {
    const rows = await resealBatch(database, ring, { key, last, damaged });
    resealed += rows.length;
    last = rows.at(-1);
    if (rows.length < BATCH) break;
  }
  const [first] = damaged;
  if (first === undefined) return resealed;
  const { user_id, scenario, repository } = first;
  const kept = damaged.length === 1 ? 'keeps its key:' : 'keep their key, among them';
  throw new StoreError(
    'ERR_STORE_DAMAGED',
    `${counted(damaged.length, 'voiceprint')} could not be decrypted and ${kept} that of the user ` +
      `${JSON.stringify(user_id)} in the scenario ${JSON.stringify(scenario)} of the repository ` +
      `${JSON.stringify(repository)}. Delete or restore what is damaged, then rotate again.`,
  );
}

interface Batch {
  readonly key: Key;
  readonly last: Selectable<VoicesTable> | undefined;
  readonly damaged: Selectable<VoicesTable>[];
}

function resealBatch(
  { db, locksRows }: Database,
  ring: KeyRing,
  { key, last, damaged }: Batch,
): Promise<Selectable<VoicesTable>[]> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('voices')
      .selectAll()
      // An equality would have SQLite take the index of keys and sort all that is left, for every batch anew.
      .where('key_id', '<>', key.id)
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('repository', 'scenario', 'user_id'),
            '>',
            tuple(last!.repository, last!.scenario, last!.user_id),
          ),
        ),
      )
      .orderBy('repository')
      .orderBy('scenario')
      .orderBy('user_id')
      .limit(BATCH)
      .$if(locksRows, (query) => query.forUpdate())
      .execute();
    for (const row of rows) {
      const voiceprint = await openVoice(row, ring).catch(() => undefined);
      if (voiceprint === undefined) {
        damaged.push(row);
        continue;
      }
      await transaction
        .updateTable('voices')
        .set({ key_id: key.id, sealed: seal(key, voiceprint.bytes, belonging(row)) })
        .where('repository', '=', row.repository)
        .where('scenario', '=', row.scenario)
        .where('user_id', '=', row.user_id)
        .execute();
    }
    return rows;
  });
}

function finish(database: Database, ring: KeyRing, key: Key, caller: Caller): Promise<string[]> {
  return alone(database, async (transaction) => {
    const dropped = await dropOldKeys(transaction, ring, key);
    await writeAudit(transaction, { action: 'keys.rotate', outcome: 'DONE', caller });
    await database.signals.send(transaction, { topic: 'keys' });
    return dropped;
  });
}

/** Only while this rotation is still the latest: a later one has a newer key in the file. */
async function dropOldKeys(db: Transaction<Schema>, ring: KeyRing, key: Key): Promise<string[]> {
  const { source } = ring;
  if (source.kind === 'setting') return [];
  const chosen = await db.selectFrom('voiceprint_key').select('key_id').executeTakeFirst();
  const used = await usedKeys({ db });
  if (chosen?.key_id !== key.id || used.some((id) => id !== key.id)) return [];
  if (await needsOtherKeys(db, ring, key)) return [];
  const old = ((await readKeyFile(source.file)) ?? []).filter(({ id }) => id !== key.id);
  if (old.length > 0) await replaceKeyFile(source.file, [key]);
  return old.map(({ id }) => id);
}
