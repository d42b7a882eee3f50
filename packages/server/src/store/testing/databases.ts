import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import type { Database } from '../database.ts';
import { locateStore } from '../location.ts';
import { openDatabase, openStore, type Store } from '../open-store.ts';
import { startPostgres } from './postgres.ts';

/** An empty database of the kind under test. */
export interface TestDatabase {
  readonly url: string;
  readonly dataDir: string;
  open(): Promise<Store>;
}

/** Warnings a test did not ask for show up in its output. */
export const testLog = { warn: (details: object, message: string) => console.warn(message, details) };

/** Runs the same suite on SQLite and on PostgreSQL. Each call of its argument gives a fresh, empty database. */
export async function onEachDatabase(suite: (fresh: () => Promise<TestDatabase>) => void): Promise<void> {
  const folders: string[] = [];
  const freshFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'locutor-store-'));
    folders.push(folder);
    return folder;
  };
  const database = (url: string, dataDir: string): TestDatabase => ({
    url,
    dataDir,
    open: () => openStore(url, { dataDir, log: testLog }),
  });

  const postgres = await startPostgres();
  afterAll(async () => {
    if ('stop' in postgres) await postgres.stop();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });

  describe('SQLite', () => suite(async () => database('sqlite:locutor.db', await freshFolder())));
  if ('unavailable' in postgres) {
    describe.skip(`PostgreSQL, skipped: ${postgres.unavailable}`, () => {
      suite(() => Promise.reject(new Error(postgres.unavailable)));
    });
  } else {
    describe('PostgreSQL', () =>
      suite(async () => database(await postgres.createDatabase(), await freshFolder())));
  }
}

/** The database itself, beneath the store. */
export function openRaw({ url, dataDir }: TestDatabase): Promise<Database> {
  return openDatabase(locateStore(url, dataDir), testLog);
}
