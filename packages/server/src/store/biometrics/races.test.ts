import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachDatabase, openRaw } from '../testing/databases.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';

const place = { repository: 'default', scenario: 'default' };
const change = () => ({ voiceprint: voiceprint() });

await onEachDatabase((fresh) => {
  it('creates and deletes a thing once, however many ask at the same moment', async () => {
    const database = await fresh();
    const stores = await Promise.all([database.open(), database.open()]);
    const each = <T>(work: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: 10 }, (_, index) => work(index % 2)));
    const voices = (index: number) => stores[index]!.biometrics;
    const once = (answers: boolean[]) => expect(answers.filter((answer) => answer)).toHaveLength(1);
    const pin = { repository: 'bank', scenario: 'pin' };
    once(await each((index) => voices(index).createRepository('bank', '', caller)));
    const created = await each((index) => voices(index).createScenario(pin, '', caller));
    expect(created.toSorted()).toEqual(['created', ...Array(9).fill('exists')]);
    const enrolled = await each((index) => voices(index).enroll(pin, 'ann', change, enrolment));
    once(enrolled.map((answer) => answer.created));
    once(await each((index) => voices(index).deleteUser(pin, 'ann', caller)));
    once(await each((index) => voices(index).deleteScenario(pin, caller)));
    once(await each((index) => voices(index).deleteRepository('bank', caller)));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('enrols, or says that the place is gone, while places come and go', async () => {
    const database = await fresh();
    const [store, other] = [await database.open(), await database.open()];
    const answers = { enrolled: 0, gone: 0 };
    let busy = true;
    const traffic = Array.from({ length: 4 }, async (_, worker) => {
      for (let count = 0; busy; count++) {
        await sleep(1);
        await store.biometrics.enroll(place, `user ${worker} ${count % 3}`, change, enrolment).then(
          () => answers.enrolled++,
          (error) => {
            expect(error).toMatchObject({ code: 'ERR_STORE_PLACE' });
            answers.gone++;
          },
        );
      }
    });
    try {
      for (let turn = 0; turn < 15 || answers.enrolled === 0 || answers.gone === 0; turn++) {
        if (turn % 2 === 0) await other.biometrics.deleteScenario(place, caller);
        else await other.biometrics.deleteRepository('default', caller);
        await sleep(5);
        await other.biometrics.createRepository('default', '', caller);
        await other.biometrics.createScenario(place, '', caller);
        await sleep(5);
      }
    } finally {
      busy = false;
    }
    await Promise.all(traffic);
    await Promise.all([store.close(), other.close()]);
  });

  it('lets one user wait for another on SQLite only', async () => {
    const database = await fresh();
    const store = await database.open();
    for (const userId of ['ann', 'bob']) await store.biometrics.enroll(place, userId, change, enrolment);
    const raw = await openRaw(database);
    let waited = false;
    let waiting: Promise<unknown> = Promise.resolve();
    await raw.db.transaction().execute(async (transaction) => {
      await sql`update voices set consent = 'held' where user_id = 'ann'`.execute(transaction);
      waiting = store.biometrics.enroll(place, 'ann', change, enrolment).then(() => {
        waited = true;
      });
      if (database.url.startsWith('postgres:'))
        await store.biometrics.enroll(place, 'bob', change, enrolment);
      else await sleep(100);
      expect(waited).toBe(false);
      // Readers wait for nobody.
      expect((await store.biometrics.voiceprints(place, ['ann', 'bob'])).size).toBe(2);
    });
    await waiting;
    expect(waited).toBe(true);
    expect((await store.biometrics.user(place, 'ann'))?.consent).toBe('held');
    await raw.close();
    await store.close();
  });
});
