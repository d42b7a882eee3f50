import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { FirstAnswers } from '../answers/first-answers.ts';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { keySource } from '../keys/key-ring.ts';
import { openKeys } from '../keys/open-keys.ts';
import { migrate } from '../migrate.ts';
import { RecordStore } from '../records/record-store.ts';
import { openSqlite } from '../sqlite/open.ts';
import { StoreCalls } from '../store-calls.ts';
import { storeFailure } from '../store-failure.ts';
import { PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';
import { BiometricStore } from './biometric-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'locutor-deletion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const warnings: string[] = [];
const log = { warn: (_details: object, message: string) => void warnings.push(message) };

async function opened(name: string, changes: Partial<Database> = {}) {
  const database = { ...(await openSqlite(join(folder, name))), ...changes };
  await migrate(database);
  const calls = new StoreCalls(database);
  const keys = await openKeys(database, keySource([], folder));
  const answers = new FirstAnswers(database, calls, keys);
  const voices = new BiometricStore(database, calls, keys, answers, log);
  return { database, voices, records: new RecordStore(database, calls, answers) };
}

const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: StoreError) => error);

it('a voice that is deleted but not yet overwritten is reported as deleted', async () => {
  let held = true;
  const { database, voices } = await opened('held.db', {
    wipe: async () => {
      if (held) throw new StoreError('ERR_STORE_BUSY', 'Another process keeps the log in use.');
    },
  });
  await voices.enroll(PLACE, 'ana', () => ({ voiceprint: voiceprint() }), enrolment);
  const error = await failureOf(voices.deleteUser(PLACE, 'ana', caller));
  expect(error).toMatchObject({ code: 'ERR_STORE_NOT_WIPED' });
  expect(error?.message).toMatch(
    /^Another process keeps the log in use\. The data is deleted but not yet overwritten;/,
  );
  const answer = storeFailure(error!);
  expect([answer.code, answer.message]).toEqual([
    'ERR_STORE_UNAVAILABLE',
    expect.stringMatching(/^it is deleted, but /),
  ]);
  expect(await voices.user(PLACE, 'ana')).toBeUndefined();
  held = false;
  expect(await voices.deleteUser(PLACE, 'ana', caller)).toBe(false);
  await database.close();
});

it('a voice that is replaced but not yet overwritten is enrolled, logged and tried again', async () => {
  let [held, tries] = [true, 0];
  const { database, voices } = await opened('replaced.db', {
    wipe: async () => {
      tries++;
      if (held) throw new StoreError('ERR_STORE_BUSY', 'Another process keeps the log in use.');
    },
  });
  const enrol = () => voices.enroll(PLACE, 'ana', () => ({ voiceprint: voiceprint() }), enrolment);
  await enrol();
  expect([tries, warnings]).toEqual([0, []]);
  vi.useFakeTimers();
  try {
    expect(await enrol()).toMatchObject({ created: false });
    expect([tries, warnings]).toEqual([1, [expect.stringContaining('still holds a voiceprint')]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toBe(2);
    held = false;
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(tries).toBe(3);
  } finally {
    vi.useRealTimers();
  }
  await database.close();
});

it.each([
  ['scenario', { repository: 'default', scenario: 'default' }],
  ['repository', { repository: 'default' }],
] as const)(
  'a %s that is deleted half-way is reported as such, and is in the audit log',
  async (what, place) => {
    const { database, voices, records } = await opened(`${what}.db`);
    await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 1200)
    insert into voices select 'default', 'default', printf('user %04d', n), 0, 0, '', 1, 1, null, '', x'00' from n`.execute(
      database.db,
    );
    await sql`create trigger stop before delete on voices when old.user_id = 'user 0700'
    begin select raise(abort, 'no further'); end`.execute(database.db);
    const remove = () =>
      what === 'scenario' ? voices.deleteScenario(PLACE, caller) : voices.deleteRepository('default', caller);
    const error = await failureOf(remove());
    expect(error).toMatchObject({ code: 'ERR_STORE_PARTLY', message: expect.stringContaining('no further') });
    expect(storeFailure(error!).message).toMatch(
      /some of the voices were deleted; repeat the deletion for the rest/,
    );
    expect(await voices.users(PLACE, { limit: 2000 })).toHaveLength(700);

    await sql`drop trigger stop`.execute(database.db);
    expect(await remove()).toBe(true);
    const entries: unknown[] = [];
    for await (const { time, ...entry } of records.audit({})) entries.push(entry);
    const [actor, requestId] = [caller.actor, caller.requestId];
    const entry = (outcome: string) => ({ actor, action: `${what}.delete`, ...place, outcome, requestId });
    expect(entries).toEqual([entry('STARTED'), entry('STARTED'), entry('DONE')]);
    await database.close();
  },
);
