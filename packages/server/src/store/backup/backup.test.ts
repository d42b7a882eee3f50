import { copyFile, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { keyFileIn } from '../keys/key-file.ts';
import { openStore, type Store } from '../open-store.ts';
import { locutor } from '../testing/command.ts';
import {
  closeFully,
  onEachDatabase,
  sqliteDatabase,
  type TestDatabase,
  testLog,
} from '../testing/databases.ts';
import { untilKilled } from '../testing/processes.ts';
import { marksOf, PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';

const USERS = Array.from({ length: 5 }, (_, index) => `user ${index}`);

await onEachDatabase((fresh) => {
  it('is of one moment, however much is written meanwhile', async () => {
    const database = await fresh();
    const store = await database.open();
    let running = true;
    const writer = untilKilled('enrol-until-killed', 4_000, database).finally(() => {
      running = false;
    });
    while ((await marksOf(store, USERS)).size < USERS.length)
      await new Promise((done) => setTimeout(done, 20));
    for (let count = 0; running; count++) {
      const file = join(database.dataDir, `copy-${count}.db`);
      await store.backup(file, {});
      const copy = await openStore(`sqlite:${file}`, { dataDir: database.dataDir, log: testLog });
      const marks = [...(await marksOf(copy, USERS)).values()].flat();
      expect(marks.length).toBeGreaterThan(4);
      expect(await countOf(copy.records.billing({}))).toBe(marks.length);
      expect(await countOf(copy.records.audit({ action: 'enroll' }))).toBe(marks.length);
      await copy.close();
    }
    await writer;
    await store.close();
  });

  it('is for this user alone, whole, and never written over another file by mistake', async () => {
    const database = await fresh();
    const store = await seeded(database);
    const file = join(database.dataDir, "it's a copy.db");
    expect(await store.backup(file, {})).toMatchObject({ file, voiceprints: 3 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const refused = { code: 'ERR_STORE_VALUE', message: `${file} already exists; --force replaces it.` };
    await expect(store.backup(file, {})).rejects.toMatchObject(refused);
    expect(await store.backup(file, { force: true, withKey: true })).toMatchObject({
      keyFile: `${file}.key`,
    });
    expect((await stat(`${file}.key`)).mode & 0o777).toBe(0o600);
    expect(await readFile(`${file}.key`, 'utf8')).toBe(await readFile(keyFileIn(database.dataDir), 'utf8'));
    await expect(store.backup(join(database.dataDir, 'nowhere/copy.db'), {})).rejects.toMatchObject({
      code: 'ERR_STORE_NOT_WRITABLE',
    });
    const names = (await readdir(database.dataDir)).filter((name) => name.startsWith("it's"));
    expect(names).toEqual(["it's a copy.db", "it's a copy.db.key"]);
    await store.close();
  });

  it('never takes the place of files that are in use, under whatever name', async () => {
    const database = await fresh();
    const store = await seeded(database);
    const keyFile = keyFileIn(database.dataDir);
    const alias = join(database.dataDir, 'alias.db');
    await symlink(keyFile, alias);
    for (const file of [keyFile, alias]) {
      const refused = {
        code: 'ERR_STORE_VALUE',
        message: `${file} is in use; name another file.`,
      };
      await expect(store.backup(file, { force: true })).rejects.toMatchObject(refused);
    }
    await store.close();
  });

  it('comes back, in this database and by way of another kind', async () => {
    const source = await fresh();
    const store = await seeded(source);
    const token = await store.tokens.issue({ name: 'kept', scopes: ['verify'] }, caller);
    const expected = await everything(store);
    const backup = join(source.dataDir, 'copy.db');
    await store.backup(backup, { withKey: true });
    await store.biometrics.deleteRepository('default', caller);
    await store.biometrics.createRepository('later', '', caller);

    const inUse = await locutor(source, 'restore', backup);
    expect(inUse).toMatchObject({ code: 1, err: expect.stringMatching(/is in use. Stop the server/) });
    await closeFully(store);
    const restored = await locutor(source, 'restore', backup);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('3 voiceprints') });
    expect(restored.out).toMatch(/kept: .*before-restore/);

    const elsewhere = await sqliteDatabase();
    const moved = await locutor(elsewhere, 'restore', backup);
    expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('keys added from beside it') });
    expect((await locutor(elsewhere, 'backup', join(elsewhere.dataDir, 'again.db'), '--with-key')).code).toBe(
      0,
    );
    const back = await fresh();
    const returned = await locutor(back, 'restore', join(elsewhere.dataDir, 'again.db'));
    expect(returned).toMatchObject({ code: 0 });

    for (const database of [source, elsewhere, back]) {
      const opened = await database.open();
      expect(await everything(opened)).toEqual(expected);
      expect(await opened.tokens.check(token)).toMatchObject({ name: 'kept' });
      const actions = [];
      for await (const { action, actor } of opened.records.audit({ action: 'restore' }))
        actions.push([action, actor]);
      expect(actions[0]).toEqual(['restore', expect.stringMatching(/^command:/)]);
      await opened.close();
    }
    const leftovers = (await readdir(elsewhere.dataDir)).filter((name) => name.includes('restoring'));
    expect(leftovers).toEqual([]);
  });

  it('is refused when it is damaged, something else, newer, or without its keys, and nothing is changed', async () => {
    const database = await fresh();
    const store = await seeded(database);
    const backup = join(database.dataDir, 'copy.db');
    await store.backup(backup, {});
    const expected = await everything(store);
    await closeFully(store);
    const at = (name: string) => join(database.dataDir, name);
    await writeFile(at('text.db'), 'A letter. '.repeat(500));
    await copyFile(backup, at('cut.db'));
    await truncate(at('cut.db'), 20_480);
    new Libsql(at('other.db')).exec('create table t (a)');
    await copyFile(backup, at('newer.db'));
    new Libsql(at('newer.db')).exec("insert into locutor_migration values ('9999-later', 'x')");
    const attempts = [
      ['absent.db', /There is no backup file/],
      ['text.db', /is not an intact database/],
      ['cut.db', /is not an intact database/],
      ['other.db', /not a backup of Locutor/],
      ['newer.db', /newer version of Locutor: it holds the unknown change "9999-later"/],
    ] as const;
    for (const [name, words] of attempts) {
      expect(await locutor(database, 'restore', at(name))).toMatchObject({
        code: 1,
        err: expect.stringMatching(words),
      });
    }
    const elsewhere = await sqliteDatabase();
    const keyless = await locutor(elsewhere, 'restore', backup);
    expect(keyless).toMatchObject({
      code: 1,
      err: expect.stringMatching(/encrypted with the key [0-9a-f]{16}/),
    });
    expect(await readdir(elsewhere.dataDir)).toEqual([]);
    const after = await database.open();
    expect(await everything(after)).toEqual(expected);
    await after.close();
  });
});

it('replaces a database file that is damaged', async () => {
  const database = await sqliteDatabase();
  const store = await seeded(database);
  const expected = await everything(store);
  const backup = join(database.dataDir, 'copy.db');
  await store.backup(backup, {});
  await closeFully(store);
  await writeFile(join(database.dataDir, 'locutor.db'), 'no longer a database '.repeat(500));
  await expect(database.open()).rejects.toMatchObject({ code: 'ERR_STORE_DAMAGED' });
  expect(await locutor(database, 'restore', backup)).toMatchObject({ code: 0 });
  const again = await database.open();
  expect(await everything(again)).toEqual(expected);
  await again.close();
});

it('does not replace the database that it is made of, nor the log of it', async () => {
  const database = await sqliteDatabase();
  const store = await seeded(database);
  const file = join(database.dataDir, 'locutor.db');
  const expected = await everything(store);
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    await expect(store.backup(each, { force: true })).rejects.toThrow(`${each} is in use`);
  }
  expect(await everything(store)).toEqual(expected);
  await store.close();
});

async function seeded(database: TestDatabase): Promise<Store> {
  const store = await database.open();
  await store.biometrics.createRepository('bank', 'calls', caller);
  for (const userId of ['ann', "b'ob", '語']) {
    const bytes = Buffer.from(userId.repeat(300));
    await store.biometrics.enroll(
      PLACE,
      userId,
      () => ({ voiceprint: voiceprint({ bytes }), consent: 'yes' }),
      enrolment,
    );
  }
  return store;
}

async function everything(store: Store) {
  const users = await store.biometrics.users(PLACE, { limit: 100 });
  const bills = [];
  for await (const bill of store.records.billing({})) bills.push(bill);
  return {
    repositories: await store.biometrics.repositories(),
    users,
    voiceprints: await store.biometrics.voiceprints(
      PLACE,
      users.map(({ userId }) => userId),
    ),
    bills,
  };
}

async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of items) count++;
  return count;
}
