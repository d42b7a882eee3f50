import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Store } from '../open-store.ts';
import { onEachDatabase, openRaw, type TestDatabase } from '../testing/databases.ts';
import { PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';

/** From a part of a page to several overflow pages of SQLite. */
const SIZES = [40, 800, 2_048, 6_000, 20_000];

await onEachDatabase((fresh) => {
  it('leaves nothing of a deleted voice in the database, and of kept ones only what is sealed', async () => {
    const database = await fresh();
    const sqlite = database.url.startsWith('sqlite:');
    const store = await database.open();
    const plain = new Map<string, Buffer>();
    for (let count = 0; count < 60; count++) {
      const bytes = randomBytes(SIZES[count % SIZES.length]!);
      plain.set(`user ${count}`, bytes);
      await enrol(store, `user ${count}`, bytes);
    }
    const first = await sealedBytes(database);
    // Enrolled again, so that rows move and grow.
    for (let count = 0; count < 60; count += 3) {
      await enrol(store, `user ${count}`, randomBytes(SIZES[(count + 1) % SIZES.length]!));
    }
    const second = await sealedBytes(database);
    const deleted = [...plain.keys()].filter((_, index) => index % 2 === 0);
    for (const userId of deleted) expect(await store.biometrics.deleteUser(PLACE, userId, caller)).toBe(true);

    expect((await sealedBytes(database)).size).toBe(30);
    const traces = async (pieces: Iterable<Buffer>) => (sqlite ? tracesIn(database.dataDir, pieces) : []);
    if (sqlite) expect((await traces((await sealedBytes(database)).values())).length).toBeGreaterThan(30);
    expect(await traces(plain.values())).toEqual([]);
    for (const sealed of [first, second]) {
      expect(await traces(deleted.map((userId) => sealed.get(userId)!))).toEqual([]);
    }

    const before = await sealedBytes(database);
    await store.biometrics.deleteRepository('default', caller);
    expect((await sealedBytes(database)).size).toBe(0);
    expect(await traces(before.values())).toEqual([]);
    await store.close();
  });

  it.each(['replace', 'add'])('leaves nothing of what an enrolment by %s overwrites', async (mode) => {
    const database = await fresh();
    const sqlite = database.url.startsWith('sqlite:');
    const store = await database.open();
    for (const size of SIZES) {
      await enrol(store, 'ana', randomBytes(size));
      await enrol(store, 'bob', randomBytes(size));
      const before = await sealedBytes(database);
      const change = () => ({ voiceprint: voiceprint({ bytes: randomBytes(size / 2) }), consent: 'new' });
      await store.biometrics.enroll(PLACE, 'ana', change, enrolment, { replaces: mode === 'replace' });
      // Looked for before anybody opens the database again, which would tidy up too.
      const [replaced, kept] = [[before.get('ana')!], [before.get('bob')!]];
      const traces = sqlite ? await tracesIn(database.dataDir, replaced) : [];
      const others = sqlite ? await tracesIn(database.dataDir, kept) : ['in PostgreSQL'];
      expect([traces, others.length > 0]).toEqual([[], true]);
      expect((await sealedBytes(database)).get('ana')).not.toEqual(before.get('ana'));
    }
    await store.close();
  });

  it('deletes permanently while others read and write', async () => {
    const database = await fresh();
    const [store, other] = [await database.open(), await database.open()];
    for (const userId of ['leaves', 'stays']) await enrol(store, userId, randomBytes(3_000));
    const sealed = (await sealedBytes(database)).get('leaves')!;
    let busy = true;
    const traffic = (async () => {
      while (busy) {
        // SQLite answers at once: without a pause no timer of the other would ever come.
        await pause();
        await other.biometrics.voiceprints(PLACE, ['stays', 'leaves']);
        await enrol(other, 'stays', randomBytes(3_000));
      }
    })();
    try {
      expect(await store.biometrics.deleteUser(PLACE, 'leaves', caller)).toBe(true);
    } finally {
      busy = false;
    }
    await traffic;
    if (database.url.startsWith('sqlite:')) expect(await tracesIn(database.dataDir, [sealed])).toEqual([]);
    expect([...(await sealedBytes(database)).keys()]).toEqual(['stays']);
    await Promise.all([store.close(), other.close()]);
  });
});

function enrol(store: Store, userId: string, bytes: Buffer) {
  return store.biometrics.enroll(PLACE, userId, () => ({ voiceprint: voiceprint({ bytes }) }), enrolment);
}

async function sealedBytes(database: TestDatabase): Promise<Map<string, Buffer>> {
  const raw = await openRaw(database);
  const rows = await raw.db.selectFrom('voices').select(['user_id', 'sealed']).execute();
  await raw.close();
  return new Map(rows.map(({ user_id, sealed }) => [user_id, sealed]));
}

/** Where any 16 bytes in a row of the given ones, looked for at every 64th place, are found in any file. */
async function tracesIn(folder: string, pieces: Iterable<Buffer>): Promise<string[]> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
  );
  const found: string[] = [];
  for (const piece of pieces) {
    for (let at = 0; at + 16 <= piece.length; at += 64) {
      for (const { name, bytes } of files) {
        if (bytes.includes(piece.subarray(at, at + 16))) found.push(`${name}: byte ${at} of ${piece.length}`);
      }
    }
  }
  return found;
}
