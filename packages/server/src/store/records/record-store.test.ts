import { expect, it } from 'vitest';
import type { OperationRecord } from '../biometrics/types.ts';
import type { Store } from '../open-store.ts';
import { onEachDatabase, openRaw } from '../testing/databases.ts';
import { PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';
import { readToken } from '../tokens/token-text.ts';
import { firstId, newId } from './ids.ts';

const verify: OperationRecord = {
  operation: 'verify',
  ...PLACE,
  accountTag: 'acme',
  users: [
    { userId: 'ann', outcome: 'ACCEPTED' },
    { userId: 'bob', outcome: 'NOT_ENROLLED' },
    { userId: 'ann', outcome: 'ACCEPTED' },
  ],
  audioMs: 10_000.4,
  speechMs: 7_000,
  outcome: 'DONE',
  caller: { actor: 'token:abc', requestId: 'r-1' },
};

it('makes ids that are positive, of 63 bits and in the order of time', () => {
  for (const time of [0, Date.UTC(2024, 0, 1), Date.now(), Date.UTC(2090, 0, 1)]) {
    const id = newId(time);
    expect(id > 0n && id < 2n ** 63n).toBe(true);
    expect(id >= firstId(time)).toBe(true);
    const more = Array.from({ length: 1_000 }, () => newId(time));
    expect([id, ...more].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([id, ...more]);
    expect(new Set(more).size).toBe(1_000);
    if (time >= Date.UTC(2024, 0, 1)) expect(more.at(-1)! < firstId(time + 1)).toBe(true);
  }
});

await onEachDatabase((fresh) => {
  it('writes one billing record for an operation, and an audit entry for each of its users', async () => {
    const store = await (await fresh()).open();
    const transactionId = await store.biometrics.record(verify);
    expect(await collect(store.records.billing({}))).toEqual([
      {
        transactionId,
        time: expect.any(Date),
        operation: 'verify',
        accountTag: 'acme',
        repository: 'default',
        scenario: 'default',
        users: 3,
        audioMs: 10_000,
        speechMs: 7_000,
        outcome: 'DONE',
      },
    ]);
    const entry = {
      time: expect.any(Date),
      actor: 'token:abc',
      action: 'verify',
      ...PLACE,
      transactionId,
      requestId: 'r-1',
    };
    expect(await collect(store.records.audit({}))).toEqual([
      { ...entry, userId: 'ann', outcome: 'ACCEPTED' },
      { ...entry, userId: 'bob', outcome: 'NOT_ENROLLED' },
      { ...entry, userId: 'ann', outcome: 'ACCEPTED' },
    ]);
    await store.close();
  });

  it('keeps the score of the spoofing detector in the audit entries of a verification, and only there', async () => {
    const store = await (await fresh()).open();
    await store.biometrics.record({ ...verify, antispoofingScore: -2.5174 });
    await store.biometrics.record({ ...verify, antispoofingScore: 0 });
    const scores = (await collect(store.records.audit({}))).map((entry) => entry.antispoofingScore);
    expect(scores).toEqual([-2.5174, -2.5174, -2.5174, 0, 0, 0]);
    for (const record of await collect(store.records.billing({}))) {
      expect(record).not.toHaveProperty('antispoofingScore');
    }
  });

  it('bills what concerns no user, without an audit entry', async () => {
    const store = await (await fresh()).open();
    const { records } = store;
    const measured = { operation: 'recognize', audioMs: 4_000.6, speechMs: 3_000 } as const;
    const recognized = await records.bill({ ...measured, accountTag: 'acme', outcome: 'RECOGNIZED' });
    const interpreted = await records.bill({
      operation: 'interpret',
      accountTag: 'acme',
      characters: 12,
      outcome: 'NO_MATCH',
    });
    const common = { time: expect.any(Date), accountTag: 'acme' };
    expect(await collect(records.billing({}))).toEqual([
      { ...common, ...measured, transactionId: recognized, audioMs: 4_001, outcome: 'RECOGNIZED' },
      {
        ...common,
        transactionId: interpreted,
        operation: 'interpret',
        characters: 12,
        outcome: 'NO_MATCH',
      },
    ]);
    const sums = { accountTag: 'acme', operations: 1, users: 0 };
    expect(await records.billingSummary({})).toEqual([
      { ...sums, operation: 'interpret', audioMs: 0, speechMs: 0, characters: 12 },
      { ...sums, operation: 'recognize', audioMs: 4_001, speechMs: 3_000, characters: 0 },
    ]);
    expect(await collect(records.audit({}))).toEqual([]);
    await store.close();
  });

  it('has an audit entry for everything that is done to voices, also for what came to nothing', async () => {
    const store = await (await fresh()).open();
    const voices = store.biometrics;
    const pin = { repository: 'bank', scenario: 'pin' };
    await voices.createRepository('bank', '', caller);
    await voices.createRepository('bank', '', caller);
    await voices.createScenario(pin, '', caller);
    const { transactionId } = await voices.enroll(
      pin,
      'ann',
      () => ({ voiceprint: voiceprint() }),
      enrolment,
    );
    await voices.enroll(pin, 'ann', () => ({ voiceprint: voiceprint() }), enrolment);
    await voices.deleteUser(pin, 'ann', caller);
    await voices.deleteUser(pin, 'ann', caller);
    await voices.deleteScenario(pin, caller);
    await voices.deleteRepository('bank', caller);
    await store.keys.rotate(caller);
    await store.records.note({ action: 'backup', outcome: 'DONE', caller });
    const text = await store.tokens.issue({ name: 'a', scopes: ['verify'] }, caller);
    const tokenId = readToken(text)!.id;
    await store.tokens.revoke(tokenId, caller);
    await store.tokens.revoke('0123456789', caller);
    await store.tokens.revoke(text, caller);
    const entries = await collect(store.records.audit({}));
    expect(
      entries.map(({ action, repository, scenario, userId, tokenId, outcome }) =>
        [action, repository, scenario, userId, tokenId, outcome]
          .filter((part) => part !== undefined)
          .join(' '),
      ),
    ).toEqual([
      'repository.create bank DONE',
      'repository.create bank EXISTS',
      'scenario.create bank pin DONE',
      'enroll bank pin ann CREATED',
      'enroll bank pin ann UPDATED',
      'user.delete bank pin ann DONE',
      'user.delete bank pin ann NOT_FOUND',
      'scenario.delete bank pin DONE',
      'repository.delete bank DONE',
      'keys.rotate DONE',
      'backup DONE',
      `token.create ${tokenId} DONE`,
      `token.revoke ${tokenId} DONE`,
      'token.revoke 0123456789 NOT_FOUND',
      'token.revoke NOT_FOUND',
    ]);
    expect(
      entries.every((entry) => entry.actor === caller.actor && entry.requestId === caller.requestId),
    ).toBe(true);
    expect(entries[3]).toMatchObject({ transactionId });
    expect(entries[5]?.transactionId).toBeUndefined();
    await store.close();
  });

  it('filters and sums', async () => {
    const database = await fresh();
    const store = await database.open();
    const { accountTag: _, ...untagged } = verify;
    await store.biometrics.record(verify);
    await store.biometrics.record({ ...untagged, repository: 'bank', outcome: 'ERR_MIN_SPEECH', users: [] });
    await store.biometrics.enroll(PLACE, 'ann', () => ({ voiceprint: voiceprint() }), {
      ...enrolment,
      accountTag: 'acme',
    });
    const outcomes = async (filter: Parameters<Store['records']['billing']>[0]) =>
      (await collect(store.records.billing(filter))).map(
        ({ operation, outcome }) => `${operation} ${outcome}`,
      );
    expect(await outcomes({ accountTag: 'acme' })).toEqual(['verify DONE', 'enroll DONE']);
    expect(await outcomes({ accountTag: 'acm_' })).toEqual([]);
    expect(await outcomes({ repository: 'bank' })).toEqual(['verify ERR_MIN_SPEECH']);
    expect(await outcomes({ operation: 'enroll' })).toEqual(['enroll DONE']);
    const [first] = await collect(store.records.billing({}));
    const moment = first!.time.getTime();
    expect(await outcomes({ to: new Date(moment) })).toEqual([]);
    expect(await outcomes({ from: new Date(moment) })).toHaveLength(3);
    expect(await outcomes({ from: new Date(Date.now() + 1_000) })).toEqual([]);
    expect(await store.records.billingSummary({})).toEqual([
      { operation: 'verify', operations: 1, users: 0, audioMs: 10_000, speechMs: 7_000, characters: 0 },
      {
        accountTag: 'acme',
        operation: 'enroll',
        operations: 1,
        users: 1,
        audioMs: 4_000,
        speechMs: 3_000,
        characters: 0,
      },
      {
        accountTag: 'acme',
        operation: 'verify',
        operations: 1,
        users: 3,
        audioMs: 10_000,
        speechMs: 7_000,
        characters: 0,
      },
    ]);
    const audited = async (filter: Parameters<Store['records']['audit']>[0]) =>
      (await collect(store.records.audit(filter))).map(({ outcome }) => outcome);
    expect(await audited({ userId: 'ann' })).toEqual(['ACCEPTED', 'ACCEPTED', 'CREATED']);
    expect(await audited({ actor: 'token:test' })).toEqual(['CREATED']);
    expect(await audited({ action: 'verify', userId: 'bob' })).toEqual(['NOT_ENROLLED']);
    expect(await audited({ to: new Date(moment) })).toEqual([]);
    await store.close();
  });

  it('reads lists longer than a page in full, each once', async () => {
    const database = await fresh();
    const store = await database.open();
    const users = Array.from({ length: 128 }, (_, index) => ({ userId: `u${index}`, outcome: 'REJECTED' }));
    for (let count = 0; count < 20; count++) await store.biometrics.record({ ...verify, users });
    const entries = await collect(store.records.audit({}));
    expect(entries).toHaveLength(20 * 128);
    expect(new Set(entries.map(({ transactionId, userId }) => `${transactionId} ${userId}`)).size).toBe(
      20 * 128,
    );
    const raw = await openRaw(database);
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      transaction_id: firstId(Date.now()) + BigInt(index),
      time: Date.now(),
      operation: 'verify',
      repository: 'r',
      scenario: 's',
      users: 1,
      audio_ms: 1,
      speech_ms: 1,
      outcome: 'DONE',
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await raw.db
        .insertInto('billing')
        .values(rows.slice(at, at + 500))
        .execute();
    }
    await raw.close();
    const bills = await collect(store.records.billing({ repository: 'r' }));
    expect(bills.map(({ transactionId }) => transactionId)).toEqual(
      rows.map(({ transaction_id }) => String(transaction_id)),
    );
    await store.close();
  });

  it('keeps a record whose texts no database could hold', async () => {
    const store = await (await fresh()).open();
    await store.biometrics.record({
      ...verify,
      caller: { actor: 'sub\0\ud800', requestId: 'x'.repeat(5_000) },
    });
    const [entry] = await collect(store.records.audit({}));
    expect(entry?.actor).toBe('sub\ufffd\ufffd');
    expect(entry?.requestId).toHaveLength(1_024);
    await store.close();
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
