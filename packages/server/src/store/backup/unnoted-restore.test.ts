import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openRaw, sqliteDatabase } from '../testing/databases.ts';
import { PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';
import { restoreStore } from './restore.ts';

it('a restore that the audit log does not accept is reported as done all the same', async () => {
  const database = await sqliteDatabase();
  const { dataDir } = database;
  const store = await database.open();
  await store.biometrics.enroll(PLACE, 'ana', () => ({ voiceprint: voiceprint() }), enrolment);
  const raw = await openRaw(database);
  await sql`create trigger full before insert on audit begin select raise(abort, 'no room'); end`.execute(
    raw.db,
  );
  await raw.close();
  const file = join(dataDir, 'copy.db');
  await store.backup(file, {});
  await store.close();

  const warnings: string[] = [];
  const log = {
    warn: (details: object, message: string) => warnings.push(`${message}: ${JSON.stringify(details)}`),
  };
  const target = { databaseUrl: 'sqlite:elsewhere.db', dataDir, voiceprintKeys: [] };
  expect(await restoreStore(target, file, caller, log)).toMatchObject({ voiceprints: 1 });
  expect(warnings).toEqual([expect.stringMatching(/^the restore is not in the audit log: .*no room/)]);
});
