import { Migrator, sql } from 'kysely';
import type { Database } from './database.ts';
import { StoreError } from './errors.ts';
import { migrations } from './migrations/index.ts';

// Not kysely's own names: a PostgreSQL database may be shared with another program that uses kysely.
export const MIGRATION_TABLE = 'locutor_migration';
const MIGRATION_LOCK_TABLE = 'locutor_migration_lock';

/**
 * Brings the schema up to date. Safe when several processes start at once: PostgreSQL serialises them by an
 * advisory lock, SQLite by the write lock that every transaction takes at its beginning.
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database.db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: MIGRATION_LOCK_TABLE,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // kysely's words for a change it has no code for; any other failure speaks for itself.
  if (!(error instanceof Error && error.message.startsWith('corrupted migrations'))) throw error;
  const unknown = await unknownMigrations(database);
  if (unknown.length === 0) throw error;
  throw new StoreError(
    'ERR_STORE_NEWER',
    `The database was written by a newer version of Locutor: it holds the unknown change "${unknown.join('", "')}". ` +
      'Start that version or a later one, or restore a backup made before the upgrade.',
  );
}

async function unknownMigrations(database: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(database.db);
  return rows.map((row) => row.name).filter((name) => !Object.hasOwn(migrations, name));
}
