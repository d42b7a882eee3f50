import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrate } from '../migrate.ts';
import { openStore } from '../open-store.ts';
import { StoreCalls } from '../store-calls.ts';
import { testLog } from '../testing/databases.ts';
import { unprivilegedUser } from '../testing/postgres-binaries.ts';
import { caller } from '../testing/voices.ts';
import { TokenStore } from '../tokens/token-store.ts';
import { DurableLog } from './durable-log.ts';
import { openSqlite } from './open.ts';

describe('the SQLite file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'locutor-store-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = (url?: string) => openStore(url, { dataDir: folder, log: testLog });
  const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

  it('and its folders are for this user alone', async () => {
    const store = await open('sqlite:new/deep/voices.db');
    await store.tokens.ensureFirst();
    expect(await mode(join(folder, 'new'))).toBe('700');
    expect(await mode(join(folder, 'new/deep'))).toBe('700');
    for (const suffix of ['', '-wal', '-shm']) {
      expect(await mode(join(folder, `new/deep/voices.db${suffix}`))).toBe('600');
    }
    await store.close();
  });

  it('is closed to others when it was open to them', async () => {
    const file = join(folder, 'locutor.db');
    await writeFile(file, '');
    await chmod(file, 0o644);
    await (await open()).close();
    expect(await mode(file)).toBe('600');
  });

  it('is made where a link points', async () => {
    await symlink(join(folder, 'elsewhere.db'), join(folder, 'locutor.db'));
    const store = await open();
    await store.tokens.ensureFirst();
    expect(await mode(join(folder, 'elsewhere.db'))).toBe('600');
    await store.close();
  });

  it('syncs its log after every commit and checks foreign keys', async () => {
    const sync = vi.spyOn(DurableLog.prototype, 'sync');
    onTestFinished(() => sync.mockRestore());
    const database = await openSqlite(join(folder, 'a.db'));
    const setting = async (name: string) =>
      (await sql.raw(`select * from pragma_${name}`).execute(database.db)).rows[0];
    expect(await setting('journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(await setting('synchronous')).toEqual({ synchronous: 1 });
    expect(await setting('foreign_keys')).toEqual({ foreign_keys: 1 });
    const { db } = database;
    await sql`create table t (a integer)`.execute(db);
    sync.mockClear();
    await sql`insert into t values (1)`.execute(db);
    expect(sync).toHaveBeenCalledTimes(1);
    await db.transaction().execute(async (transaction) => {
      await sql`insert into t values (2)`.execute(transaction);
      await sql`insert into t values (3)`.execute(transaction);
    });
    expect(sync).toHaveBeenCalledTimes(2);
    await database.close();
  });

  it('fails a commit that the disk does not confirm, and leaves the next transaction alone', async () => {
    const database = await openSqlite(join(folder, 'b.db'));
    const { db } = database;
    await sql`create table t (a integer)`.execute(db);
    const sync = vi.spyOn(DurableLog.prototype, 'sync');
    onTestFinished(() => sync.mockRestore());
    let refuse = (_: Error) => {};
    const disk = new Promise<void>((_, reject) => {
      refuse = reject;
    });
    sync.mockReturnValueOnce(disk);
    const first = db
      .transaction()
      .execute((transaction) => sql`insert into t values (1)`.execute(transaction));
    const failed = expect(first).rejects.toThrow('EIO');
    // Another one has begun when the disk answers.
    await db.transaction().execute(async (transaction) => {
      await sql`insert into t values (2)`.execute(transaction);
      refuse(new Error('EIO: i/o error, fdatasync'));
      await failed;
      await sql`insert into t values (3)`.execute(transaction);
    });
    const { rows } = await sql`select a from t order by a`.execute(db);
    expect(rows).toEqual(expect.arrayContaining([{ a: 2 }, { a: 3 }]));
    await database.close();
  });

  it('says so when it is a folder, lies under a file, or is no database', async () => {
    await mkdir(join(folder, 'is-folder'));
    await writeFile(join(folder, 'text'), 'This is a letter and not a database. '.repeat(50));
    await expect(open('sqlite:is-folder')).rejects.toMatchObject({
      code: 'ERR_STORE_NOT_WRITABLE',
      message: `The database ${folder}/is-folder cannot be used: it is a folder.`,
    });
    await expect(open('sqlite:text/a.db')).rejects.toMatchObject({
      code: 'ERR_STORE_NOT_WRITABLE',
      message: `The database ${folder}/text/a.db cannot be used: a part of its path is not a folder.`,
    });
    await expect(open('sqlite:text')).rejects.toMatchObject({ code: 'ERR_STORE_DAMAGED' });
  });

  it('says so where no folder can be made', async (context) => {
    if (!existsSync('/proc/self')) context.skip('this system has no /proc');
    for (const file of ['/proc/locutor/deep/a.db', '/proc/self/fd/a.db']) {
      await expect(open(`sqlite:${file}`)).rejects.toMatchObject({
        code: 'ERR_STORE_NOT_WRITABLE',
        message: `The database ${file} cannot be used: nothing can be created there.`,
      });
    }
  });

  it('says so when its folder is read-only', async () => {
    await (await open()).close();
    const reports = await asOtherUser(folder);
    expect(reports).toEqual([
      `ERR_STORE_NOT_WRITABLE The database ${folder}/new.db cannot be used: this user may not write there.`,
      `ERR_STORE_NOT_WRITABLE The database ${folder}/locutor.db cannot be used: it cannot be opened for writing.`,
    ]);
  });

  it('says so when the disk is full, and goes on once there is room', async () => {
    const database = await openSqlite(join(folder, 'a.db'));
    await migrate(database);
    const tokens = new TokenStore(database, new StoreCalls(database), testLog);
    const first = await tokens.issue({ name: 'first', scopes: ['*'] }, caller);
    await sql`pragma max_page_count = 12`.execute(database.db);
    const fill = async () => {
      for (let count = 0; count < 1_000; count++)
        await tokens.issue({ name: 'x'.repeat(64), scopes: ['*'] }, caller);
    };
    await expect(fill()).rejects.toMatchObject({
      code: 'ERR_STORE_FULL',
      message: `There is no room left on the disk for the database ${folder}/a.db.`,
    });
    expect(await tokens.check(first)).toBeDefined();
    await sql`pragma max_page_count = 1000`.execute(database.db);
    expect(await tokens.issue({ name: 'again', scopes: ['*'] }, caller)).toBeDefined();
    await database.close();
  });

  it('commits what it acknowledges after it had to wait for another process', async () => {
    const store = await open();
    const other = new Libsql(join(folder, 'locutor.db'));
    other.exec('begin immediate');
    const waiting = store.tokens.issue({ name: 'waited', scopes: ['*'] }, caller);
    await store.ready();
    setTimeout(() => other.exec('commit'), 200);
    await waiting;
    await store.tokens.issue({ name: 'after', scopes: ['*'] }, caller);
    expect(other.prepare('select name from tokens order by created_at').all()).toMatchObject([
      { name: 'waited' },
      { name: 'after' },
    ]);
    other.exec("update tokens set name = 'not locked'");
    other.close();
    await store.close();
  });

  it('keeps its log while another process comes and goes, also when it was opened twice', async () => {
    const file = join(folder, 'a.db');
    const first = await openSqlite(file);
    await sql`create table t (a integer)`.execute(first.db);
    const second = await openSqlite(file);
    await promisify(execFile)(process.execPath, ['-e', COME_AND_GO, file]);
    expect(existsSync(`${file}-wal`)).toBe(true);
    await sql`insert into t values (1)`.execute(second.db);
    await second.close();
    await first.close();
  });

  it('gives up on a lock that is never released, and recovers when it is', async () => {
    const store = await open();
    const other = new Libsql(join(folder, 'locutor.db'));
    other.exec('begin immediate');
    const request = { name: 'late', scopes: ['*'] } as const;
    await expect(store.tokens.issue(request, caller)).rejects.toMatchObject({ code: 'ERR_STORE_BUSY' });
    other.exec('commit');
    await store.tokens.issue(request, caller);
    expect(other.prepare('select name from tokens').all()).toMatchObject([{ name: 'late' }]);
    other.close();
    await store.close();
  });

  it('takes no value that libsql would change or die of', async () => {
    const database = await openSqlite(join(folder, 'a.db'));
    const echo = async (value: unknown) =>
      (await sql<{ v: unknown }>`select ${value} as v`.execute(database.db)).rows[0]?.v;
    expect(await echo(true)).toBe(1);
    expect(await echo(5)).toBe(5);
    expect(await echo(0.5)).toBe(0.5);
    expect(await echo(2n ** 62n)).toBe(2n ** 62n);
    expect(await echo(Buffer.from([1, 2]))).toEqual(Buffer.from([1, 2]));
    for (const value of ['a\0b', Number.NaN, 2n ** 63n, new Date(), { a: 1 }, Symbol('s')]) {
      await expect(echo(value)).rejects.toMatchObject({ code: 'ERR_STORE_VALUE' });
    }
    await database.close();
  });
});

/** The last one to close a database deletes its log. */
const COME_AND_GO = `
  const Libsql = require('libsql');
  const other = new Libsql(process.argv[1]);
  other.exec('insert into t values (0)');
  other.close();`;

/** Root may write anywhere, so the read-only folder is met by a process of another user where the tests run as root. */
async function asOtherUser(folder: string): Promise<string[]> {
  const runAs = unprivilegedUser();
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    await chown(folder, runAs.uid, runAs.gid);
    await chown(join(folder, 'locutor.db'), runAs.uid, runAs.gid);
  }
  await chmod(folder, 0o500);
  const elsewhere = await mkdtemp(join(tmpdir(), 'locutor-loads-'));
  const module = new URL('../../../dist/store/index.js', import.meta.url).href;
  // The other user may not be allowed to read the project, so the process is that user's only after it has loaded everything.
  const script = `
    const { openStore } = await import(${JSON.stringify(module)});
    await (await openStore('sqlite:loads.db', { dataDir: ${JSON.stringify(elsewhere)}, log: console })).close();
    const { uid, gid } = ${JSON.stringify(runAs)};
    if (uid !== undefined) { process.setgroups([gid]); process.setgid(gid); process.setuid(uid); }
    for (const name of ['new.db', 'locutor.db']) {
      await openStore('sqlite:' + name, { dataDir: ${JSON.stringify(folder)}, log: console })
        .then(() => console.log('opened'), (error) => console.log(error.code, error.message));
    }`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: '/' });
  const { stdout } = await run.finally(() => chmod(folder, 0o700));
  return stdout.trim().split('\n');
}
