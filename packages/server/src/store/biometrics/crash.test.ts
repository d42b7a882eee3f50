import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachDatabase, openRaw } from '../testing/databases.ts';
import { inProcesses, untilKilled } from '../testing/processes.ts';
import { ADDITIONS, marksOf } from '../testing/tasks.ts';

/** Enough for the kill to fall into every step of an enrolment, about 5 ms long, now and then. */
const ROUNDS = 6;
const USERS = Array.from({ length: 5 }, (_, index) => `user ${index}`);

await onEachDatabase((fresh) => {
  it('adds to one voice from many processes and connections, and loses nothing', async () => {
    const database = await fresh();
    const processes = await inProcesses(4, 'add-to-one-voice', database);
    const store = await database.open();
    const marks = (await marksOf(store, ['shared'])).get('shared') ?? [];
    expect(marks.toSorted()).toEqual(
      processes
        .flatMap((pid) => Array.from({ length: ADDITIONS }, (_, count) => `${pid}-${count}`))
        .toSorted(),
    );
    expect(
      (await store.biometrics.user({ repository: 'default', scenario: 'default' }, 'shared'))?.utterances,
    ).toBe(marks.length);
    await store.close();
  });

  it('keeps what it acknowledged exactly once when it is killed at any moment', async () => {
    const database = await fresh();
    const acknowledged: { userId: string; mark: string; transactionId: string }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const reports = await untilKilled('enrol-until-killed', Math.random() * 60, database);
      acknowledged.push(...reports.map((report) => JSON.parse(report)));

      const store = await database.open();
      const voices = await marksOf(store, USERS);
      const marks = [...voices].flatMap(([userId, list]) => list.map((mark) => `${userId} ${mark}`));
      expect(new Set(marks).size).toBe(marks.length);
      expect(marks).toEqual(
        expect.arrayContaining(acknowledged.map(({ userId, mark }) => `${userId} ${mark}`)),
      );
      const bills = await collect(store.records.billing({}));
      const entries = await collect(store.records.audit({ action: 'enroll' }));
      const ids = bills.map(({ transactionId }) => transactionId);
      // One round may end between the commit and the report of one enrolment: written in full, or not at all.
      expect(marks.length).toBeLessThanOrEqual(acknowledged.length + round);
      expect(ids.length).toBe(marks.length);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(acknowledged.map(({ transactionId }) => transactionId)));
      expect(entries.map(({ transactionId }) => transactionId)).toEqual(ids);
      await store.close();
    }
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    const raw = await openRaw(database);
    if (database.url.startsWith('sqlite:')) {
      expect((await sql`select * from pragma_integrity_check`.execute(raw.db)).rows).toEqual([
        { integrity_check: 'ok' },
      ]);
    }
    await raw.close();
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
