import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../open-store.ts';
import { onEachDatabase, openRaw } from '../testing/databases.ts';
import { PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';
import type { Once } from './types.ts';

const speech = {
  operation: 'recognize',
  accountTag: 'acme',
  audioMs: 1500,
  speechMs: 900,
  outcome: 'RECOGNIZED',
} as const;

const once = (words: string): Once<string> => ({ id: 'a-request', answer: (id) => Buffer.from(words + id) });

async function bills({ records }: Store): Promise<string[]> {
  const ids: string[] = [];
  for await (const { transactionId } of records.billing({})) ids.push(transactionId);
  return ids;
}

await onEachDatabase((fresh) => {
  it('of one request is kept with its bill, and met by every repeat', async () => {
    const store = await (await fresh()).open();
    expect(await store.answers.find('a-request')).toBeUndefined();
    const id = await store.records.bill(speech, once('first '));
    await expect(store.records.bill(speech, once('second '))).rejects.toMatchObject({
      name: 'AnsweredBefore',
      answer: Buffer.from(`first ${id}`),
    });
    expect(await store.answers.find('a-request')).toEqual(Buffer.from(`first ${id}`));
    expect(await bills(store)).toEqual([id]);
    await store.close();
  });

  it('is one of all servers: of requests at the same time, one is billed', async () => {
    const database = await fresh();
    const stores = [await database.open(), await database.open()];
    const sent = Array.from({ length: 8 }, (_, at) => stores[at % 2]!.records.bill(speech, once('')));
    const outcomes = await Promise.allSettled(sent);
    const ids = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(await bills(stores[0]!)).toEqual(ids);
    expect(ids).toHaveLength(1);
    const others = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.answer] : []));
    expect(others).toEqual(Array(7).fill(Buffer.from(ids[0]!)));
    for (const store of stores) await store.close();
  });

  it('of an enrolment changes the voice once', async () => {
    const store = await (await fresh()).open();
    let changes = 0;
    const enrol = () =>
      store.biometrics.enroll(
        PLACE,
        'ann',
        () => {
          changes += 1;
          return { voiceprint: voiceprint() };
        },
        enrolment,
        { once: { id: 'a-request', answer: ({ created }) => Buffer.from(String(created)) } },
      );
    expect((await enrol()).created).toBe(true);
    await expect(enrol()).rejects.toMatchObject({ answer: Buffer.from('true') });
    expect([changes, (await bills(store)).length]).toEqual([1, 1]);
    await store.close();
  });

  it('is not kept of work that failed', async () => {
    const store = await (await fresh()).open();
    const change = () => {
      throw new Error('two different voices');
    };
    const options = { once: { id: 'a-request', answer: () => Buffer.from('never') } };
    await expect(store.biometrics.enroll(PLACE, 'ann', change, enrolment, options)).rejects.toThrow('voices');
    expect(await store.answers.find('a-request')).toBeUndefined();
    expect(await store.records.bill(speech, once(''))).toMatch(/^\d+$/);
    await store.close();
  });

  it('is sealed, and survives a rotation of the keys, which drops the old one', async () => {
    const database = await fresh();
    const store = await database.open();
    const id = await store.records.bill(speech, once('secret words '));
    const raw = await openRaw(database);
    const [row] = await raw.db.selectFrom('first_answers').selectAll().execute();
    expect(Buffer.from(row!.answer).includes('secret')).toBe(false);
    const { dropped } = await store.keys.rotate(caller);
    expect(dropped).toEqual([row!.key_id]);
    expect(await store.answers.find('a-request')).toEqual(Buffer.from(`secret words ${id}`));
    await raw.close();
    await store.close();
  });

  it('is gone after a day', async () => {
    const database = await fresh();
    const store = await database.open();
    await store.records.bill(speech, once('first '));
    const raw = await openRaw(database);
    const count = async () => (await raw.db.selectFrom('first_answers').select('id').execute()).length;
    const age = (hours: number) =>
      sql`update first_answers set expires_at = expires_at - ${hours * 3_600_000}`.execute(raw.db);
    await age(23);
    await store.answers.sweep();
    await expect(store.records.bill(speech, once('second '))).rejects.toThrow('before');
    await age(1);
    const later = await store.records.bill(speech, once('later '));
    expect(await store.answers.find('a-request')).toEqual(Buffer.from(`later ${later}`));
    await age(24);
    await store.answers.sweep();
    expect(await count()).toBe(0);
    await raw.close();
    await store.close();
  });
});
