import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inspectStore } from './inspect-store.ts';
import { openRaw, sqliteDatabase } from './testing/databases.ts';

const log = { info() {}, warn() {}, error() {} };

it('says what state a database is in, and changes nothing', async () => {
  const { url, dataDir, ...database } = await sqliteDatabase();
  const settings = { databaseUrl: url, dataDir, voiceprintKeys: [] };
  const elsewhere = { ...settings, databaseUrl: 'sqlite:elsewhere.db' };
  expect(await inspectStore(elsewhere, log)).toMatchObject({ state: 'absent' });
  expect(existsSync(join(dataDir, 'elsewhere.db'))).toBe(false);

  await (await database.open()).close();
  expect(await inspectStore(settings, log)).toMatchObject({ state: 'current', changes: [] });
  const raw = await openRaw({ url, dataDir, ...database });
  await sql`delete from locutor_migration where name = '0006-antispoofing-score'`.execute(raw.db);
  expect(await inspectStore(settings, log)).toMatchObject({
    state: 'behind',
    changes: ['0006-antispoofing-score'],
  });
  await sql`insert into locutor_migration (name, timestamp) values ('9999-future', 'now')`.execute(raw.db);
  expect(await inspectStore(settings, log)).toMatchObject({ state: 'newer', changes: ['9999-future'] });
  await raw.close();
});

it('says why a database cannot be opened', async () => {
  const { dataDir } = await sqliteDatabase();
  const gone = { databaseUrl: 'postgres://user:secret@127.0.0.1:9/none', dataDir, voiceprintKeys: [] };
  await expect(inspectStore(gone, log)).rejects.toMatchObject({ name: 'StoreError' });
  await expect(inspectStore(gone, log)).rejects.not.toThrow('secret');
});
