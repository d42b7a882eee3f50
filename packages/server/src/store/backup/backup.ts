import { randomBytes } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { replaceKeyFile, syncFolder } from '../keys/key-file.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type BackupContent, checkBackup } from './check-backup.ts';

export interface BackupOptions {
  /** Replace a file that is there. */
  readonly force?: boolean;
  /** Put the keys beside it, as `FILE.key`. */
  readonly withKey?: boolean;
}

export interface BackupReport extends BackupContent {
  readonly file: string;
  readonly bytes: number;
  readonly keyFile?: string;
}

/** The key file that belongs to a backup. */
export function keyFileBeside(backup: string): string {
  return `${backup}.key`;
}

/**
 * Writes everything in the database to one SQLite file, as it is at one moment, while servers keep running. The file
 * appears under its name only when it was read through and found whole.
 */
export async function writeBackup(
  database: Database,
  ring: KeyRing,
  path: string,
  { force = false, withKey = false }: BackupOptions,
): Promise<BackupReport> {
  const file = resolve(path);
  const keyFile = keyFileBeside(file);
  if (withKey && ring.source.kind === 'setting') {
    throw new StoreError(
      'ERR_STORE_VALUE',
      `The keys come from ${ring.origin}; there is no key file to include.`,
    );
  }
  for (const each of withKey ? [file, keyFile] : [file]) {
    await refuseInUse(each, filesInUse(database, ring));
    if (!force) await refuseExisting(each);
  }
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await createPrivate(temporary);
    await database.snapshot(temporary);
    const content = await checkBackup(temporary);
    await syncFile(temporary);
    // The keys first: a backup without them is no use, keys without a backup do no harm.
    if (withKey) {
      await ring.reload();
      await replaceKeyFile(keyFile, ring.listed());
    }
    await (force ? rename(temporary, file) : link(temporary, file));
    await syncFolder(dirname(file));
    const { size } = await stat(file);
    return { ...content, file, bytes: size, ...(withKey && { keyFile }) };
  } catch (error) {
    throw explainFile(error, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** An empty file for this user alone. */
export async function createPrivate(file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What nothing may be written over: the database and its keys. */
export function filesInUse({ files }: Database, { source }: KeyRing): readonly string[] {
  return source.kind === 'file' ? [...files, source.file] : files;
}

/** A server would go on with the file that had the name before, and lose all that it writes from then on. */
export async function refuseInUse(file: string, used: readonly string[]): Promise<void> {
  for (const each of used) {
    if (file !== resolve(each) && !(await sameFile(file, each))) continue;
    throw new StoreError('ERR_STORE_VALUE', `${file} is in use; name another file.`);
  }
}

async function sameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => stat(file).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

async function refuseExisting(file: string): Promise<void> {
  if ((await stat(file).catch(() => undefined)) !== undefined) throw exists(file);
}

function exists(file: string): StoreError {
  return new StoreError('ERR_STORE_VALUE', `${file} already exists; --force replaces it.`);
}

/** Failures of the file system are about the backup, not about the database. */
function explainFile(error: unknown, file: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof StoreError || syscall === undefined) return error;
  if (code === 'EEXIST') return exists(file);
  const kind = code === 'ENOSPC' || code === 'EDQUOT' ? 'ERR_STORE_FULL' : 'ERR_STORE_NOT_WRITABLE';
  return new StoreError(kind, `The backup ${file} cannot be written: ${message}.`, { cause: error });
}
