import { randomBytes } from 'node:crypto';
import { copyFile, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '@locutor/models';
import type { Caller } from '../biometrics/types.ts';
import { openConfiguredStore, type StoreSettings } from '../configured-store.ts';
import type { StoreLog } from '../database.ts';
import { StoreError } from '../errors.ts';
import { createKeyFile, readKeyFile, replaceKeyFile } from '../keys/key-file.ts';
import { KEYS_SETTING, KeyRing, type KeySource, keySource } from '../keys/key-ring.ts';
import { locateStore, type StoreLocation } from '../location.ts';
import { migrate } from '../migrate.ts';
import { openSqlite } from '../sqlite/open.ts';
import { createPrivate, keyFileBeside, syncFile } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { restorePostgres } from './restore-postgres.ts';
import { restoreSqlite } from './restore-sqlite.ts';

export interface RestoreReport {
  readonly voiceprints: number;
  /** Where what was there before is kept; undefined when there was nothing. */
  readonly kept: string | undefined;
  /** Ids of the keys that were added from the key file beside the backup. */
  readonly addedKeys: readonly string[];
}

/**
 * Puts what a backup holds in the place of what the configured database holds. Everything is checked and prepared
 * first; the change itself is one step that happens or does not.
 */
export async function restoreStore(
  settings: StoreSettings,
  path: string,
  caller: Caller,
  log: StoreLog,
): Promise<RestoreReport> {
  try {
    return await putInPlace(settings, path, caller, log);
  } catch (error) {
    await auditFailure(settings, error, caller, log);
    throw error;
  }
}

/** In the database that is there; none is made for it, and one that cannot be opened keeps no entry. */
async function auditFailure(settings: StoreSettings, error: unknown, caller: Caller, log: StoreLog) {
  const location = configuredLocation(settings);
  if (location.kind === 'sqlite' && !(await hasFile(location.file))) return;
  const outcome = error instanceof StoreError ? error.code : 'ERR_INTERNAL';
  const store = await openConfiguredStore(settings, log).catch(() => undefined);
  await store?.records
    .note({ action: 'restore', outcome, caller })
    .catch(() => {})
    .finally(() => store.close());
}

function configuredLocation({ databaseUrl, dataDir }: StoreSettings): StoreLocation {
  return locateStore(databaseUrl === 'auto' ? undefined : databaseUrl, dataDir);
}

async function putInPlace(
  settings: StoreSettings,
  path: string,
  caller: Caller,
  log: StoreLog,
): Promise<RestoreReport> {
  const { dataDir, voiceprintKeys } = settings;
  const location = configuredLocation(settings);
  const file = resolve(path);
  const content = await checkBackup(file);
  const keys = await planKeys(keySource(voiceprintKeys, dataDir), content.keys, file);

  const target = location.kind === 'sqlite' ? location.file : join(dataDir, 'locutor.db');
  const prepared = `${target}.restoring-${randomBytes(6).toString('hex')}`;
  const kept = `${target}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  try {
    await makeFolder(dirname(target), 0o700);
    await prepare(file, prepared);
    const restored =
      location.kind === 'sqlite'
        ? await restoreSqlite(prepared, location.file, { kept, addKeys: keys.add })
        : await restorePostgres(prepared, location, { kept, addKeys: keys.add, log });
    const store = await openConfiguredStore(settings, log);
    await store.records
      .note({ action: 'restore', outcome: 'DONE', caller })
      // It is done all the same, and an operator who reads otherwise would not look for what was kept.
      .catch(({ message }: Error) => log.warn({ reason: message }, 'the restore is not in the audit log'))
      .finally(() => store.close());
    return { voiceprints: content.voiceprints, kept: restored ? kept : undefined, addedKeys: keys.added };
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(prepared + suffix, { force: true });
  }
}

/**
 * An older backup gets the schema of today. The result is written anew, because libsql keeps a handle alive after its
 * close: a file that one has been on must not come to stand where other processes open it under another name.
 */
async function prepare(backup: string, prepared: string): Promise<void> {
  const work = `${prepared}-work`;
  try {
    await createPrivate(work);
    await copyFile(backup, work);
    const database = await openSqlite(work);
    try {
      await migrate(database);
      await createPrivate(prepared);
      await database.snapshot(prepared);
    } catch (error) {
      throw database.explain(error);
    } finally {
      await database.close();
    }
    await syncFile(prepared);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(work + suffix, { force: true });
  }
}

/** Refuses before anything is changed when a voiceprint of the backup would have no key afterwards. */
async function planKeys(
  source: KeySource,
  used: readonly string[],
  backup: string,
): Promise<{ add: () => Promise<void>; added: readonly string[] }> {
  const ring = await KeyRing.open(source);
  const lacking = used.filter((id) => ring?.known(id) === undefined);
  if (lacking.length === 0) return { add: async () => {}, added: [] };
  if (source.kind === 'setting') {
    throw noKey(lacking, `Add it to the end of ${KEYS_SETTING} and restore again.`);
  }
  const besideFile = keyFileBeside(backup);
  const beside = ((await hasFile(besideFile)) && (await readKeyFile(besideFile))) || [];
  const found = beside.filter(({ id }) => lacking.includes(id));
  if (found.length < lacking.length) {
    throw noKey(lacking, `Put the key file of that time beside the backup, as ${besideFile}.`);
  }
  const add = async () => {
    const current = (await readKeyFile(source.file)) ?? [];
    if (current.length === 0) await createKeyFile(source.file, found);
    else await replaceKeyFile(source.file, [...current, ...found]);
  };
  return { add, added: found.map(({ id }) => id) };
}

async function hasFile(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

function noKey(ids: readonly string[], advice: string): StoreError {
  const reason = `The backup holds voiceprints that were encrypted with the key ${ids.join(', ')}, which is not available.`;
  return new StoreError('ERR_STORE_KEY', `${reason} ${advice}`);
}
