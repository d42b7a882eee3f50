import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { FirstAnswers } from '../answers/first-answers.ts';
import { keySource } from '../keys/key-ring.ts';
import { openKeys } from '../keys/open-keys.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../open-store.ts';
import { RecordStore } from '../records/record-store.ts';
import { openSqlite } from '../sqlite/open.ts';
import { StoreCalls } from '../store-calls.ts';
import { closeFully, testLog } from '../testing/databases.ts';
import { PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';
import { BiometricStore } from './biometric-store.ts';
import type { Biometrics } from './types.ts';

const folder = mkdtempSync(join(tmpdir(), 'locutor-full-'));
const small = smallDisk(join(folder, 'small'));
afterAll(() => {
  if (small.unavailable === undefined) execFileSync('umount', ['-l', small.path]);
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(small.unavailable !== undefined)(
  `a full disk${small.unavailable ? `, skipped: ${small.unavailable}` : ''}`,
  () => {
    it('is said, leaves nothing half written, and is forgotten once there is room', async () => {
      const store = await openStore(undefined, { dataDir: small.path, log: testLog });
      await untilFull(store.biometrics, store.records);
      await expect(store.biometrics.deleteUser(PLACE, 'user 0', caller)).rejects.toMatchObject({
        code: 'ERR_STORE_FULL',
      });
      execFileSync('mount', ['-o', 'remount,size=16m', small.path]);
      await goesOn(store.biometrics, store.records);
      await closeFully(store);
      const again = await openStore(undefined, { dataDir: small.path, log: testLog });
      await expectWhole(again.biometrics, again.records, 1);
      await closeFully(again);
    });
  },
);

it('a database at its size limit is treated alike', async () => {
  const database = await openSqlite(join(folder, 'limited.db'));
  await migrate(database);
  const calls = new StoreCalls(database);
  const keys = await openKeys(database, keySource([], folder));
  const answers = new FirstAnswers(database, calls, keys);
  const voices = new BiometricStore(database, calls, keys, answers, testLog);
  const records = new RecordStore(database, calls, answers);
  await sql`pragma max_page_count = 60`.execute(database.db);
  await untilFull(voices, records);
  await sql`pragma max_page_count = 1000`.execute(database.db);
  await goesOn(voices, records);
  const { rows } = await sql`select * from pragma_integrity_check`.execute(database.db);
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
  await database.close();
});

async function untilFull(voices: Biometrics, records: RecordStore): Promise<void> {
  const fill = async () => {
    for (let count = 0; count < 10_000; count++) await enrol(voices, `user ${count}`);
  };
  await expect(fill()).rejects.toMatchObject({ name: 'StoreError', code: 'ERR_STORE_FULL' });
  await expect(enrol(voices, 'one more')).rejects.toMatchObject({ code: 'ERR_STORE_FULL' });
  await expectWhole(voices, records);
}

async function goesOn(voices: Biometrics, records: RecordStore): Promise<void> {
  await enrol(voices, 'after');
  expect(await voices.deleteUser(PLACE, 'user 0', caller)).toBe(true);
  await enrol(voices, 'user 0');
  expect(await voices.user(PLACE, 'one more')).toBeUndefined();
  await expectWhole(voices, records, 1);
}

/** As many voices as bills and audit entries, but for those enrolled again, and each of them opens. */
async function expectWhole(voices: Biometrics, records: RecordStore, again = 0): Promise<void> {
  const ids = (await voices.users(PLACE, { limit: 10_000 })).map(({ userId }) => userId);
  const found = await voices.voiceprints(PLACE, ids);
  expect(found.size).toBeGreaterThan(3);
  expect(found.size).toBe(ids.length);
  const bills: string[] = [];
  for await (const { transactionId } of records.billing({})) bills.push(transactionId);
  const entries: (string | undefined)[] = [];
  for await (const { transactionId } of records.audit({ action: 'enroll' })) entries.push(transactionId);
  expect(entries).toEqual(bills);
  expect(bills.length).toBe(ids.length + again);
}

function enrol(voices: Biometrics, userId: string) {
  const bytes = Buffer.alloc(2_000, userId);
  return voices.enroll(PLACE, userId, () => ({ voiceprint: voiceprint({ bytes }) }), enrolment);
}

/** A file system of 700 kB, where the tests may mount one. */
function smallDisk(path: string): { path: string; unavailable?: string } {
  mkdirSync(path);
  try {
    if (process.platform !== 'linux') throw new Error('small file systems are made on Linux only');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700k', 'tmpfs', path], { stdio: 'pipe' });
    return { path };
  } catch (error) {
    return { path, unavailable: (error as Error).message.trim().replaceAll('\n', ' ') };
  }
}
