import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

const folders: string[] = [];

async function database(url: string): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'locutor-store-'));
  folders.push(dataDir);
  return { url, dataDir, open: () => openStore(url, { dataDir, log: testLog }) };
}

export function sqliteDatabase(): Promise<TestDatabase> {
  return database('sqlite:locutor.db');
}

let postgresOfProcess: ReturnType<typeof startPostgres> | undefined;

/** One PostgreSQL for every test file of this process, since making one takes seconds. It ends with the process. */
export function sharedPostgres(): ReturnType<typeof startPostgres> {
  postgresOfProcess ??= startPostgres();
  return postgresOfProcess;
}

/** Runs the same suite on SQLite and on PostgreSQL. Each call of its argument gives a fresh, empty database. */
export async function onEachDatabase(suite: (fresh: () => Promise<TestDatabase>) => void): Promise<void> {
  const postgres = await sharedPostgres();
  // Here, since files that share this module have hooks of their own.
  afterAll(() =>
    Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))),
  );

  describe('SQLite', () => suite(sqliteDatabase));
  if ('unavailable' in postgres) {
    describe.skip(`PostgreSQL, skipped: ${postgres.unavailable}`, () => {
      suite(() => Promise.reject(new Error(postgres.unavailable)));
    });
  } else {
    describe('PostgreSQL', () => suite(async () => database(await postgres.createDatabase())));
  }
}

/** Closes the store and its file: libsql keeps that open until its statements are collected as garbage. */
export async function closeFully(store: Store): Promise<void> {
  await store.close();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((done) => setTimeout(done, 20));
    collect();
  }
}

/** The database itself, beneath the store. */
export function openRaw({ url, dataDir }: TestDatabase): Promise<Database> {
  return openDatabase(locateStore(url, dataDir), testLog);
}
