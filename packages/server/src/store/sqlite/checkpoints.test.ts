import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../database.ts';
import { openSqlite } from './open.ts';

async function opened(): Promise<{ file: string; database: Database }> {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-checkpoints-'));
  const file = join(folder, 'a.db');
  const database = await openSqlite(file);
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  await sql`create table t (a text)`.execute(database.db);
  return { file, database };
}

const PAGE = 'x'.repeat(4000);

it('moves the log into the database file after a hundred commits, and no earlier', async () => {
  const { file, database } = await opened();
  const before = statSync(file).size;
  for (let n = 0; n < 90; n++) await sql`insert into t values (${PAGE})`.execute(database.db);
  expect(statSync(file).size).toBe(before);
  for (let n = 0; n < 10; n++) await sql`insert into t values (${PAGE})`.execute(database.db);
  await expect.poll(() => statSync(file).size).toBeGreaterThan(before + 90 * 4000);
});

it('empties the log while others write', async () => {
  const { file, database } = await opened();
  const insert = () => sql`insert into t values (${PAGE})`.execute(database.db);
  await Promise.all([insert(), database.wipe(), insert(), database.wipe()]);
  await database.wipe();
  expect(statSync(`${file}-wal`).size).toBe(0);
  const { rows } = await sql`select count(*) as n from t`.execute(database.db);
  expect(rows).toEqual([{ n: 2 }]);
});
