import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { copyTables } from '../backup/copy-tables.ts';
import { migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { openSqlite } from '../sqlite/open.ts';

/** Copies everything, as of one moment, into an empty SQLite file, by way of one with a write-ahead log. */
export async function snapshotPostgres(db: Kysely<Schema>, file: string): Promise<void> {
  const work = `${file}-work`;
  const copy = await openSqlite(work);
  try {
    await migrate(copy);
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((from) => copy.db.transaction().execute((to) => copyTables(from, to)));
    await copy.snapshot(file);
  } finally {
    await copy.close();
    for (const suffix of ['', '-wal', '-shm']) await rm(work + suffix, { force: true });
  }
}
