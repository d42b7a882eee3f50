import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './errors.ts';
import { makeFolder } from './make-folder.ts';

export interface LockHolder {
  pid: number;
  host: string;
  token: string;
}

export interface LockOptions {
  signal?: AbortSignal | undefined;
  /** Called once when somebody else holds the lock. */
  onWait?: ((holder: LockHolder) => void) | undefined;
  /** How often to look whether the holder is done. Default 200. */
  pollMs?: number;
}

const HEARTBEAT_MS = 2000;
const STALE_MS = 30_000;
const DEFAULT_POLL_MS = 200;

/**
 * Runs `body` while holding a lock file. It saves a second process from downloading the same thing; correctness
 * does not rest on it, because every file is written aside and renamed. So a lock lost to a suspended machine
 * costs a download, never a model.
 *
 * Not proper-lockfile, which was tried against lock.test.ts: its lock is a folder without content, so "the lock of a
 * dead process is taken over" fails (it waits for the heartbeat to go stale instead, 30 s after every kill), and so does
 * "a living holder is waited for", because nobody can say whose lock it is.
 */
export async function withLock<T>(file: string, options: LockOptions, body: () => Promise<T>): Promise<T> {
  const me: LockHolder = { pid: process.pid, host: hostname(), token: randomUUID() };
  let reported = false;
  while (!(await tryCreate(file, me))) {
    options.signal?.throwIfAborted();
    const holder = await readHolder(file);
    if (await isStale(file, holder)) {
      await discard(file, holder);
      continue;
    }
    if (holder && !reported) {
      reported = true;
      options.onWait?.(holder);
    }
    await sleep(options.pollMs ?? DEFAULT_POLL_MS, undefined, { signal: options.signal });
  }
  const heartbeat = setInterval(() => {
    utimes(file, new Date(), new Date()).catch(() => {});
  }, HEARTBEAT_MS);
  try {
    return await body();
  } finally {
    clearInterval(heartbeat);
    if ((await readHolder(file))?.token === me.token) await rm(file, { force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function tryCreate(file: string, me: LockHolder): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (errorCode(error) !== 'ENOENT') throw error;
    // The holder that was waited for removed the folder, lock and all.
    await makeFolder(dirname(file));
    return tryCreate(file, me);
  }
  try {
    await handle.writeFile(JSON.stringify(me));
    return true;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function readHolder(file: string): Promise<LockHolder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}

async function isStale(file: string, holder: LockHolder | undefined): Promise<boolean> {
  if (holder && holder.host === hostname() && !isAlive(holder.pid)) return true;
  const heartbeat = (await stat(file).catch(() => undefined))?.mtimeMs;
  return heartbeat !== undefined && Date.now() - heartbeat > STALE_MS;
}

/** Removes a stale lock; if a living process replaced it in between, its lock is put back. */
async function discard(file: string, seen: LockHolder | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved?.token !== seen?.token) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}
