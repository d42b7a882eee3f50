import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { StoreError, type StoreErrorCode } from './errors.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite/open.ts';
import { StoreCalls } from './store-calls.ts';
import { onEachDatabase, openRaw, testLog } from './testing/databases.ts';
import { caller } from './testing/voices.ts';
import { TokenStore } from './tokens/token-store.ts';
import { tryWrite } from './try-write.ts';
import { WriteHealth } from './write-health.ts';

describe('the health of writing', () => {
  let folder: string;
  let database: Database;
  let tokens: TokenStore;
  let health: WriteHealth;
  let calls: StoreCalls;
  let time = 0;
  const lines: string[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'locutor-health-'));
    database = await openSqlite(join(folder, 'a.db'));
    await migrate(database);
    time = 0;
    lines.length = 0;
    health = new WriteHealth(database, { warn: (_details, message) => void lines.push(message) }, () => time);
    calls = new StoreCalls(database, health.note);
    tokens = new TokenStore(database, calls, testLog);
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const writable = () =>
    health.check(calls).then(
      () => true,
      ({ code }: StoreError) => code,
    );
  const pages = async () =>
    (await sql<{ n: number }>`select page_count as n from pragma_page_count`.execute(database.db)).rows[0]!.n;
  const limit = (count: number) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(database.db);
  const fill = async () => {
    const written = tokens.issue({ name: 'x'.repeat(64), scopes: ['*'] }, caller);
    return written.then(
      () => true,
      () => false,
    );
  };

  /** No room is left, and nobody knows: what was free is used up by somebody else. */
  const fillUp = async () => {
    const other = await openSqlite(join(folder, 'a.db'));
    await sql`create table large as select zeroblob(1000000) as bytes`.execute(other.db);
    await other.close();
    await limit(await pages());
  };

  it('is bad as soon as something could not be written, and good when there is room again', async () => {
    expect(await writable()).toBe(true);
    await limit((await pages()) - 1);
    while (await fill());
    expect(await writable()).toBe('ERR_STORE_FULL');
    await limit(1000);
    // Asked again within the same second it is not tried again.
    expect(await writable()).toBe('ERR_STORE_FULL');
    time += 1_000;
    expect(await writable()).toBe(true);
    expect(lines).toEqual([
      'the database cannot be written; the server is not ready',
      'the database can be written again',
    ]);
  });

  it('is found out although nobody writes', async () => {
    expect(await writable()).toBe(true);
    await fillUp();
    expect(await writable()).toBe(true);
    time += 30_000;
    expect(await writable()).toBe('ERR_STORE_FULL');
  });

  it('stays bad while there is room for little only', async () => {
    await limit((await pages()) + 1);
    health.note(new StoreError('ERR_STORE_FULL', 'no room'));
    expect(await fill()).toBe(true);
    time += 1_000;
    expect(await writable()).toBe('ERR_STORE_FULL');
  });

  it('costs one write in half a minute, however often it is asked for', async () => {
    const other = await openSqlite(join(folder, 'a.db'));
    const seen = async () =>
      (await sql<{ n: number }>`select data_version as n from pragma_data_version`.execute(other.db)).rows[0]!
        .n;
    const before = await seen();
    for (let poll = 0; poll < 29; poll++) {
      await Promise.all([writable(), writable()]);
      time += 1_000;
    }
    expect((await seen()) - before).toBe(1);
    await other.close();
  });

  it.each<[StoreErrorCode, boolean]>([
    ['ERR_STORE_FAILED', true],
    ['ERR_STORE_VALUE', false],
    ['ERR_STORE_PLACE', false],
  ])('after %s it is looked at anew: %s', async (code, looked) => {
    expect(await writable()).toBe(true);
    await fillUp();
    health.note(new StoreError(code, 'something'));
    expect(await writable()).toBe(looked ? 'ERR_STORE_FULL' : true);
  });
});

await onEachDatabase((fresh) => {
  it('a try to write leaves nothing behind', async () => {
    const open = await fresh();
    const store = await open.open();
    const raw = await openRaw(open);
    await Promise.all([tryWrite(raw), tryWrite(raw), tryWrite(raw)]);
    expect(await raw.db.selectFrom('write_checks').selectAll().execute()).toEqual([]);
    await store.writable();
    await raw.close();
    await store.close();
    await expect(store.writable()).resolves.toBeUndefined();
  });
});
