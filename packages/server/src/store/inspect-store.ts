import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { StoreSettings } from './configured-store.ts';
import type { Database, StoreLog } from './database.ts';
import { StoreError } from './errors.ts';
import { locateStore, type StoreLocation } from './location.ts';
import { MIGRATION_TABLE } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open-store.ts';

export interface StoreInspection {
  /** A file, or an address without its password. */
  readonly location: string;
  /** `absent`: the first start creates it; `behind`: the next start changes it; `newer`: no start can use it. */
  readonly state: 'absent' | 'behind' | 'current' | 'newer';
  /** Changes that are still to be made, or that are unknown. */
  readonly changes: readonly string[];
}

/** Looks at the configured database without changing it. Throws a StoreError where it cannot be opened. */
export async function inspectStore(
  { databaseUrl, dataDir }: StoreSettings,
  log: StoreLog,
): Promise<StoreInspection> {
  const location = locateStore(databaseUrl === 'auto' ? undefined : databaseUrl, dataDir);
  const shown = location.kind === 'sqlite' ? location.file : location.shown;
  if (location.kind === 'sqlite' && !(await exists(location.file)))
    return { location: shown, state: 'absent', changes: [] };
  const made = await migrationsOf(location, log);
  const known = Object.keys(migrations);
  const unknown = made.filter((name) => !known.includes(name));
  if (unknown.length > 0) return { location: shown, state: 'newer', changes: unknown };
  const missing = known.filter((name) => !made.includes(name));
  return { location: shown, state: missing.length > 0 ? 'behind' : 'current', changes: missing };
}

async function migrationsOf(location: StoreLocation, log: StoreLog): Promise<string[]> {
  const database = await openDatabase(location, log);
  try {
    const tables = await database.db.introspection.getTables({ withInternalKyselyTables: true });
    if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return [];
    const query = sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`;
    return (await query.execute(database.db)).rows.map(({ name }) => name);
  } catch (error) {
    throw explained(database, error);
  } finally {
    await database.close();
  }
}

function explained(database: Database, error: unknown): unknown {
  return error instanceof StoreError ? error : database.explain(error);
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}
