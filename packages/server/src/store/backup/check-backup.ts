import { stat } from 'node:fs/promises';
import type Libsql from 'libsql';
import { StoreError } from '../errors.ts';
import { MIGRATION_TABLE } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';

export interface BackupContent {
  readonly voiceprints: number;
  /** Ids of the keys that its voiceprints are sealed with. */
  readonly keys: readonly string[];
}

/** Reads a backup file through, and refuses what is damaged, no backup, or of a newer version. */
export async function checkBackup(file: string): Promise<BackupContent> {
  const { default: Driver } = await import('libsql');
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new StoreError('ERR_STORE_VALUE', `There is no backup file ${file}.`);
  let handle: Libsql.Database | undefined;
  try {
    handle = new Driver(file, { readonly: true } as Libsql.Options);
    return readThrough(handle, file);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw damaged(file, (error as Error).message, { cause: error });
  } finally {
    handle?.close();
  }
}

function readThrough(handle: Libsql.Database, file: string): BackupContent {
  const all = <Row>(text: string) => handle.prepare(text).all() as Row[];
  const [integrity] = all<{ integrity_check: string }>('pragma integrity_check');
  if (integrity?.integrity_check !== 'ok') throw damaged(file, String(integrity?.integrity_check));
  const tables = all<{ name: string }>("select name from sqlite_master where type = 'table'");
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) {
    throw new StoreError('ERR_STORE_VALUE', `${file} is a database, but not a backup of Locutor.`);
  }
  const steps = all<{ name: string }>(`select name from ${MIGRATION_TABLE}`).map(({ name }) => name);
  const newer = steps.find((name) => !Object.hasOwn(migrations, name));
  if (newer !== undefined) {
    const reason = `The backup ${file} was written by a newer version of Locutor: it holds the unknown change "${newer}".`;
    throw new StoreError('ERR_STORE_NEWER', reason);
  }
  // A backup of before voices were kept has no such table.
  if (!tables.some(({ name }) => name === 'voices')) return { voiceprints: 0, keys: [] };
  if (all('pragma foreign_key_check').length > 0)
    throw damaged(file, 'rows refer to others that are missing');
  const used = all<{ key_id: string; n: number }>('select key_id, count(*) as n from voices group by key_id');
  return { voiceprints: used.reduce((sum, { n }) => sum + n, 0), keys: used.map(({ key_id }) => key_id) };
}

function damaged(file: string, reason: string, because?: ErrorOptions): StoreError {
  return new StoreError('ERR_STORE_DAMAGED', `${file} is not an intact database: ${reason}.`, because);
}
