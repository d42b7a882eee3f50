import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MIGRATION_TABLE } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { onEachDatabase, openRaw } from './testing/databases.ts';
import { inProcesses } from './testing/processes.ts';
import { caller } from './testing/voices.ts';

await onEachDatabase((fresh) => {
  it('opens an empty database, and opens it again', async () => {
    const database = await fresh();
    const first = await database.open();
    await first.ready();
    const token = await first.tokens.issue({ name: 'kept', scopes: ['verify'] }, caller);
    await first.close();

    const second = await database.open();
    expect(await second.tokens.check(token)).toMatchObject({ name: 'kept' });
    await second.close();
  });

  it('is brought up to date by four processes at once', async () => {
    const database = await fresh();
    expect(await inProcesses(4, 'open', database)).toEqual([null, null, null, null]);
    const raw = await openRaw(database);
    const { rows } = await sql`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(raw.db);
    expect(rows).toEqual(Object.keys(migrations).map((name) => ({ name })));
    await raw.close();
  });

  it('refuses a database of a newer version and leaves it as it was', async () => {
    const database = await fresh();
    const store = await database.open();
    const token = await store.tokens.issue({ name: 'kept', scopes: ['*'] }, caller);
    await store.close();
    const raw = await openRaw(database);
    const table = sql.table(MIGRATION_TABLE);
    const later = new Date(Date.now() + 1_000).toISOString();
    await sql`insert into ${table} (name, timestamp) values ('9999-later', ${later})`.execute(raw.db);

    await expect(database.open()).rejects.toMatchObject({
      code: 'ERR_STORE_NEWER',
      message: expect.stringContaining('"9999-later"'),
    });

    await sql`delete from ${table} where name = '9999-later'`.execute(raw.db);
    await raw.close();
    const again = await database.open();
    expect(await again.tokens.check(token)).toBeDefined();
    await again.close();
  });

  it('finishes what was begun before close, and refuses what comes after', async () => {
    const store = await (await fresh()).open();
    const begun = store.tokens.issue({ name: 'begun', scopes: ['*'] }, caller);
    await Promise.all([store.close(), store.close()]);
    expect(await begun).toMatch(/^loc_/);
    const closed = { name: 'StoreError', code: 'ERR_STORE_CLOSED' };
    await expect(store.ready()).rejects.toMatchObject(closed);
    await expect(store.tokens.check(await begun)).rejects.toMatchObject(closed);
    await expect(store.tokens.ensureFirst()).rejects.toMatchObject(closed);
    await expect(store.tokens.list()).rejects.toMatchObject(closed);
  });

  it('returns integers, bytes and text alike on both databases', async () => {
    const raw = await openRaw(await fresh());
    await sql`create table kinds (small bigint, large bigint, words text, yes integer)`.execute(raw.db);
    const large = 9_223_372_036_854_775_807n;
    const words = 'naïve 語 😀 \' " ; --';
    await sql`insert into kinds values (${1_700_000_000_000}, ${large}, ${words}, ${null})`.execute(raw.db);
    const { rows } = await sql`select * from kinds`.execute(raw.db);
    expect(rows).toEqual([{ small: 1_700_000_000_000, large, words, yes: null }]);
    const counted = await sql<{ n: number }>`select count(*) as n from kinds`.execute(raw.db);
    expect(counted.rows[0]?.n).toBe(1);
    await raw.close();
  });

  it('undoes a transaction that fails', async () => {
    const database = await fresh();
    await (await database.open()).close();
    const raw = await openRaw(database);
    const row = { id: 'a', name: 'a', hash: 'a', scopes: '*', created_at: 1 };
    const failing = raw.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('tokens').values(row).execute();
      await transaction.insertInto('tokens').values(row).execute();
    });
    await expect(failing).rejects.toThrow(/unique/i);
    expect(await raw.db.selectFrom('tokens').select('id').execute()).toEqual([]);
    await raw.close();
  });
});
