import { type Kysely, sql } from 'kysely';
import type { Database, StoreLog } from '../database.ts';
import { StoreError } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { APPLICATION, openPostgres } from '../postgres/open.ts';
import type { Schema } from '../schema.ts';
import { openSqlite } from '../sqlite/open.ts';
import { createPrivate } from './backup.ts';
import { copyTables } from './copy-tables.ts';
import type { Replacement } from './restore-sqlite.ts';

export interface PostgresAddress {
  readonly url: string;
  readonly shown: string;
}

/** Replaces all rows by those of the prepared file, in one transaction; what was there before is kept as a file. */
export async function restorePostgres(
  prepared: string,
  { url, shown }: PostgresAddress,
  { kept, addKeys, log }: Replacement & { readonly log: StoreLog },
): Promise<boolean> {
  const database = await openPostgres(url, shown, log);
  try {
    await migrate(database);
    await refuseWhileInUse(database.db, shown);
    await createPrivate(kept);
    await database.snapshot(kept);
    await addKeys();
    await copyFrom(prepared, database);
    return true;
  } catch (error) {
    throw database.explain(error);
  } finally {
    await database.close();
  }
}

async function copyFrom(prepared: string, { db }: Database): Promise<void> {
  const backup = await openSqlite(prepared);
  try {
    await backup.db.transaction().execute((from) => db.transaction().execute((to) => copyTables(from, to)));
  } finally {
    await backup.close();
  }
}

async function refuseWhileInUse(db: Kysely<Schema>, shown: string): Promise<void> {
  const { rows } = await sql<{ sessions: number }>`
    select count(*) as sessions from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${APPLICATION})
      and application_name <> current_setting('application_name')`.execute(db);
  if (rows[0]?.sessions === 0) return;
  throw new StoreError(
    'ERR_STORE_BUSY',
    `The database ${shown} is in use. Stop the servers before restoring.`,
  );
}
