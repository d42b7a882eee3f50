import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { onEachDatabase, openRaw, type TestDatabase, testLog } from '../testing/databases.ts';
import { inProcesses, untilKilled } from '../testing/processes.ts';
import { marksOf, PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';
import { newKey } from './key.ts';
import { keyFileIn, readKeyFile } from './key-file.ts';
import { seal, unseal } from './seal.ts';

const change = () => ({ voiceprint: voiceprint() });
const idsIn = async ({ dataDir }: TestDatabase) =>
  ((await readKeyFile(keyFileIn(dataDir))) ?? []).map(({ id }) => id);

describe('a seal', () => {
  const key = newKey();
  const belonging = { repository: 'r', scenario: 's', userId: 'u', fingerprint: 'f' };

  it('gives back the bytes and never looks the same twice', () => {
    for (const size of [0, 1, 1_000]) {
      const bytes = randomBytes(size);
      const sealed = seal(key, bytes, belonging);
      expect(unseal(key, sealed, belonging)).toEqual(bytes);
      expect(seal(key, bytes, belonging)).not.toEqual(sealed);
      expect(sealed.length).toBe(size + 28);
    }
  });

  it('does not open with anything about it changed', () => {
    const sealed = seal(key, Buffer.from('voice'), belonging);
    for (const part of ['repository', 'scenario', 'userId', 'fingerprint'] as const) {
      expect(unseal(key, sealed, { ...belonging, [part]: 'x' })).toBeUndefined();
    }
    expect(unseal(key, sealed, { ...belonging, repository: 'rs', scenario: '' })).toBeUndefined();
    expect(unseal(newKey(), sealed, belonging)).toBeUndefined();
    expect(unseal({ ...key, id: newKey().id }, sealed, belonging)).toBeUndefined();
    for (let at = 0; at < sealed.length; at++) {
      const damaged = Buffer.from(sealed);
      damaged[at]! ^= 1;
      expect(unseal(key, damaged, belonging)).toBeUndefined();
      expect(unseal(key, sealed.subarray(0, at), belonging)).toBeUndefined();
    }
  });
});

describe('the key file', () => {
  let folder: string;
  let file: string;
  const open = () => openStore(undefined, { dataDir: folder, log: testLog });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'locutor-keys-'));
    file = keyFileIn(folder);
    await (await open()).close();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made on the first start, for this user alone, and kept', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const content = await readFile(file, 'utf8');
    await (await open()).close();
    expect(await readFile(file, 'utf8')).toBe(content);
    expect((await readdir(folder)).filter((name) => name.startsWith('voiceprint.key'))).toEqual([
      'voiceprint.key',
    ]);
  });

  it('is refused when others may read it', async () => {
    await chmod(file, 0o640);
    await expect(open()).rejects.toMatchObject({
      code: 'ERR_STORE_KEY',
      message: `The key file ${file} has the mode 0640, so others may read it. Make it 0600 ("chmod 600 ${file}").`,
    });
  });

  it('is refused when anything of its keys is changed or cut off', async () => {
    const content = await readFile(file, 'utf8');
    const start = content.indexOf('\n') + 1;
    const damages = ['', '\n', content.slice(0, start), `${content}x`, `${content}\n0123\n`];
    for (let at = start; at < content.length; at++) {
      damages.push(content.slice(0, at));
      damages.push(content.slice(0, at) + (content[at] === 'B' ? 'C' : 'B') + content.slice(at + 1));
    }
    for (const damage of damages) {
      await writeFile(file, damage);
      await expect(readKeyFile(file)).rejects.toMatchObject({ code: 'ERR_STORE_KEY' });
    }
    await expect(open()).rejects.toMatchObject({
      message: expect.stringContaining(`The key file ${file} is damaged.`),
    });
  });

  it('is made again only while there is nothing to open', async () => {
    await rm(file);
    const store = await open();
    await store.biometrics.enroll(PLACE, 'ann', change, enrolment);
    const [{ id } = { id: '' }] = await store.keys.list();
    await store.close();
    const content = await readFile(file, 'utf8');
    await rm(file);
    await expect(open()).rejects.toMatchObject({
      code: 'ERR_STORE_KEY',
      message: expect.stringContaining(`encrypted with the key ${id}, which is not in the key file ${file}`),
    });
    await expect(stat(file)).rejects.toThrow();

    await writeFile(file, content, { mode: 0o600 });
    const again = await open();
    await again.biometrics.deleteUser(PLACE, 'ann', caller);
    await again.close();
    await rm(file);
    const empty = await open();
    await empty.biometrics.enroll(PLACE, 'bob', change, enrolment);
    expect((await empty.keys.list()).map((key) => key.id)).not.toContain(id);
    await empty.close();
  });
});

await onEachDatabase((fresh) => {
  it('has one key when several processes start at once on nothing', async () => {
    const database = await fresh();
    await inProcesses(4, 'open', database);
    expect(await idsIn(database)).toHaveLength(1);
  });

  it('notices a voiceprint that was moved to another row', async () => {
    const database = await fresh();
    const store = await database.open();
    for (const userId of ['ann', 'bob']) await store.biometrics.enroll(PLACE, userId, change, enrolment);
    const raw = await openRaw(database);
    const { sealed } = await raw.db
      .selectFrom('voices')
      .select('sealed')
      .where('user_id', '=', 'ann')
      .executeTakeFirstOrThrow();
    await raw.db.updateTable('voices').set({ sealed }).where('user_id', '=', 'bob').execute();
    await raw.close();
    await expect(store.biometrics.voiceprints(PLACE, ['bob'])).rejects.toMatchObject({
      code: 'ERR_STORE_DAMAGED',
      message: expect.not.stringContaining('bob'),
    });
    expect((await store.biometrics.voiceprints(PLACE, ['ann'])).size).toBe(1);

    await expect(store.keys.rotate(caller)).rejects.toMatchObject({
      code: 'ERR_STORE_DAMAGED',
      message: expect.stringContaining('"bob"'),
    });
    expect(await idsIn(database)).toHaveLength(2);
    await store.biometrics.deleteUser(PLACE, 'bob', caller);
    expect(await store.keys.rotate(caller)).toMatchObject({ resumed: true, voiceprints: 0 });
    expect(await idsIn(database)).toHaveLength(1);
    expect((await store.biometrics.voiceprints(PLACE, ['ann'])).size).toBe(1);
    await store.close();
  });

  it('takes keys from the setting: the first seals, all open', async () => {
    const { url, dataDir } = await fresh();
    const [one, two, three] = [newKey(), newKey(), newKey()];
    const withKeys = (...keys: { bytes: Buffer }[]) =>
      openStore(url, {
        dataDir,
        log: testLog,
        voiceprintKeys: keys.map(({ bytes }) => bytes.toString('base64')),
      });
    const first = await withKeys(one);
    await first.biometrics.enroll(PLACE, 'ann', change, enrolment);
    await first.close();
    const second = await withKeys(two, one);
    await second.biometrics.enroll(PLACE, 'bob', change, enrolment);
    expect(await second.keys.list()).toEqual([
      { id: two.id, voiceprints: 1, seals: true },
      { id: one.id, voiceprints: 1, seals: false },
    ]);
    expect((await second.biometrics.voiceprints(PLACE, ['ann', 'bob'])).size).toBe(2);
    await second.close();

    await expect(withKeys(two)).rejects.toMatchObject({
      code: 'ERR_STORE_KEY',
      message: expect.stringContaining(`the key ${one.id}, which is not in LOCUTOR_VOICEPRINT_KEYS`),
    });
    const third = await withKeys(three, two, one);
    expect(await third.keys.rotate(caller)).toEqual({
      key: three.id,
      voiceprints: 2,
      dropped: [],
      resumed: false,
    });
    await third.close();
    const last = await withKeys(three);
    expect((await last.biometrics.voiceprints(PLACE, ['ann', 'bob'])).size).toBe(2);
    await last.close();
    await expect(readdir(dataDir)).resolves.not.toContain('voiceprint.key');
    const wrong = openStore(url, { dataDir, log: testLog, voiceprintKeys: ['AAAA'] });
    await expect(wrong).rejects.toMatchObject({
      code: 'ERR_STORE_SETTING',
      message: 'LOCUTOR_VOICEPRINT_KEYS: the key at position 1 is not 32 bytes in base64.',
    });
  });

  it('is rotated under a server that enrols all the while', async () => {
    const database = await fresh();
    const [server, command] = [await database.open(), await database.open()];
    for (let count = 0; count < 250; count++) {
      await server.biometrics.enroll(PLACE, `user ${count}`, change, enrolment);
    }
    const before = await idsIn(database);
    let busy = true;
    let enrolled = 250;
    const traffic = (async () => {
      while (busy) {
        // SQLite answers at once: without a pause no timer of the other would ever come.
        await pause();
        await server.biometrics.enroll(PLACE, `user ${enrolled++}`, change, enrolment);
        await server.biometrics.enroll(PLACE, 'user 5', change, enrolment);
        expect((await server.biometrics.voiceprints(PLACE, ['user 5', 'user 249'])).size).toBe(2);
      }
    })();
    try {
      for (let turn = 0; turn < 3; turn++) await command.keys.rotate(caller);
    } finally {
      busy = false;
    }
    await traffic;
    const [key, ...rest] = await idsIn(database);
    expect(rest).toEqual([]);
    expect(before).not.toContain(key);
    expect(await command.keys.list()).toEqual([{ id: key, voiceprints: enrolled, seals: true }]);
    await Promise.all([server.close(), command.close()]);
    const reopened = await database.open();
    const ids = Array.from({ length: enrolled }, (_, count) => `user ${count}`);
    for (let at = 0; at < ids.length; at += 128) {
      const page = ids.slice(at, at + 128);
      expect((await reopened.biometrics.voiceprints(PLACE, page)).size).toBe(page.length);
    }
    await reopened.close();
  });

  it('stays readable when a rotation is killed at any moment, and the next one finishes it', async () => {
    const database = await fresh();
    await inProcesses(2, 'add-to-one-voice', database);
    const first = await database.open();
    const marks = await marksOf(first, ['shared']);
    for (let count = 0; count < 150; count++) {
      await first.biometrics.enroll(PLACE, `user ${count}`, change, enrolment);
    }
    await first.close();
    for (let round = 0; round < 4; round++) {
      await untilKilled('rotate-until-killed', Math.random() * 150, database);
      const store = await database.open();
      expect(await marksOf(store, ['shared'])).toEqual(marks);
      const ids = Array.from({ length: 150 }, (_, count) => `user ${count}`);
      expect((await store.biometrics.voiceprints(PLACE, ids)).size).toBe(150);
      await store.close();
    }
    const store = await database.open();
    await store.keys.rotate(caller);
    expect(await idsIn(database)).toHaveLength(1);
    expect((await store.keys.list()).map(({ voiceprints }) => voiceprints)).toEqual([151]);
    expect(await marksOf(store, ['shared'])).toEqual(marks);
    await store.close();
    expect((await readdir(database.dataDir)).filter((name) => name.startsWith('voiceprint'))).toEqual([
      'voiceprint.key',
    ]);
  });
});
