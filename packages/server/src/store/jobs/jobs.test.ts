import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../open-store.ts';
import type { Signal } from '../signals.ts';
import { closeFully, onEachDatabase, openRaw, type TestDatabase } from '../testing/databases.ts';
import { caller } from '../testing/voices.ts';
import type { JobEnd, NewJob } from './types.ts';

const LIMITS = { inAll: 4, perOwner: 2 };
const LEASE_MS = 60_000;
const bytes = (text: string) => Buffer.from(text);

function job(changes: Partial<NewJob> = {}): NewJob {
  return { owner: 'ana', request: bytes('a request'), audio: bytes('a recording'), ...changes };
}

async function submitted(store: Store, changes: Partial<NewJob> = {}): Promise<string> {
  const kept = await store.jobs.submit(job(changes), LIMITS);
  return 'id' in kept ? kept.id : expect.fail(kept.refused);
}

const done = (changes: Partial<JobEnd> = {}): JobEnd => ({
  state: 'done',
  outcome: bytes('a result'),
  audioMs: 1500,
  bill: { operation: 'recognize', accountTag: 'acme', audioMs: 1500, speechMs: 900, outcome: 'RECOGNIZED' },
  ...changes,
});

async function bills(store: Store): Promise<string[]> {
  const ids: string[] = [];
  for await (const { transactionId } of store.records.billing({})) ids.push(transactionId);
  return ids;
}

async function count(database: TestDatabase, table: string): Promise<number> {
  const raw = await openRaw(database);
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(raw.db);
  await raw.close();
  return rows[0]!.n;
}

await onEachDatabase((fresh) => {
  it('goes from waiting to done, keeps its outcome and its bill, and lets go of the recording', async () => {
    const database = await fresh();
    const store = await database.open();
    const audio = randomBytes(2.5 * 1024 ** 2);
    const id = await submitted(store, { audio });
    expect(await store.jobs.find(id, 'ana')).toMatchObject({ id, state: 'waiting', progress: 0 });
    const claimed = await store.jobs.leases.claim('node-1', LEASE_MS);
    expect(claimed).toMatchObject({ id, owner: 'ana', request: bytes('a request'), attempts: 1 });
    expect((await store.jobs.leases.audio(id)).equals(audio)).toBe(true);
    const lease = { id, holder: 'node-1' };
    await store.jobs.leases.keepWork(lease, { name: 'first', bytes: bytes('one'), progress: 40 });
    expect(await store.jobs.leases.work(id)).toEqual(new Map([['first', bytes('one')]]));
    expect(await store.jobs.find(id, 'ana')).toMatchObject({ state: 'running', progress: 40 });
    expect(await store.jobs.leases.finish(lease, done())).toBe(true);

    const [transactionId, ...more] = await bills(store);
    expect(more).toEqual([]);
    expect(await store.jobs.outcome(id, 'ana')).toEqual({
      info: expect.objectContaining({ state: 'done', progress: 100, audioMs: 1500, transactionId }),
      outcome: bytes('a result'),
    });
    await store.jobs.sweep(LEASE_MS);
    expect([await count(database, 'job_audio'), await count(database, 'job_work')]).toEqual([0, 0]);
    expect(await store.jobs.remove(id, 'ana')).toBe(true);
    expect(await store.jobs.find(id, 'ana')).toBeUndefined();
    expect(await store.jobs.remove(id, 'ana')).toBe(false);
    await store.close();
  });

  it('is seen by its owner alone', async () => {
    const store = await (await fresh()).open();
    const id = await submitted(store);
    expect(await store.jobs.find(id, 'eve')).toBeUndefined();
    expect(await store.jobs.outcome(id, 'eve')).toBeUndefined();
    expect(await store.jobs.remove(id, 'eve')).toBe(false);
    expect(await store.jobs.find(id, 'ana')).toMatchObject({ state: 'waiting' });
    await store.close();
  });

  it('is sealed: neither recording, request, work nor result is in the database as it was sent', async () => {
    const database = await fresh();
    const store = await database.open();
    const id = await submitted(store, { callback: bytes('secret address') });
    await store.jobs.leases.claim('node-1', LEASE_MS);
    const lease = { id, holder: 'node-1' };
    await store.jobs.leases.keepWork(lease, { name: 'w', bytes: bytes('secret words'), progress: 1 });
    const raw = await openRaw(database);
    const rows = await Promise.all(
      (['jobs', 'job_audio', 'job_work'] as const).map((table) =>
        raw.db.selectFrom(table).selectAll().execute(),
      ),
    );
    const cells = rows.flat().flatMap((row) => Object.values(row));
    const blobs = cells.filter((cell) => cell instanceof Uint8Array).map((blob) => Buffer.from(blob));
    expect(blobs).toHaveLength(5);
    for (const text of ['a recording', 'a request', 'secret'])
      expect(blobs.some((blob) => blob.includes(text))).toBe(false);
    // Moved to another row it does not open.
    await sql`update jobs set request = callback`.execute(raw.db);
    await raw.close();
    await store.jobs.leases.release(lease);
    const claimed = await store.jobs.leases.claim('node-2', LEASE_MS);
    expect(claimed).toMatchObject({ id, request: undefined });
    const failed = { state: 'failed', outcome: bytes('a reason') } as const;
    expect(await store.jobs.leases.finish({ id, holder: 'node-2' }, failed)).toBe(true);
    await store.close();
  });

  it('is worked on by one process, and by another once the lease of the first is over', async () => {
    const store = await (await fresh()).open();
    const id = await submitted(store);
    const { leases } = store.jobs;
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => leases.claim(holder, LEASE_MS)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    const first = { id, holder: ['a', 'b', 'c', 'd'][claims.findIndex(Boolean)]! };
    await leases.keepWork(first, { name: 'x', bytes: bytes('x'), progress: 10 });
    await leases.renew(first, -1);
    const second = { id, holder: 'late' };
    expect(await leases.claim('late', LEASE_MS)).toMatchObject({ id, attempts: 1 });
    expect((await leases.work(id)).size).toBe(1);

    expect(await leases.renew(first, LEASE_MS)).toBe(false);
    await leases.keepWork(first, { name: 'y', bytes: bytes('y'), progress: 90 });
    expect((await leases.work(id)).size).toBe(1);
    expect(await leases.finish(first, done())).toBe(false);
    expect(await leases.renew(second, LEASE_MS)).toBe(true);
    expect(await leases.finish(second, done())).toBe(true);
    expect(await leases.finish(second, done())).toBe(false);
    expect(await bills(store)).toHaveLength(1);
    await store.close();
  });

  it('is taken from a server that died when the next one starts, where others cannot be at work', async () => {
    const database = await fresh();
    const store = await database.open();
    const id = await submitted(store);
    await store.jobs.leases.claim('died', LEASE_MS);
    await store.jobs.leases.endEarlier();
    const next = await store.jobs.leases.claim('next', LEASE_MS);
    expect(next).toEqual(store.rates ? undefined : expect.objectContaining({ id, attempts: 2 }));
    await store.close();
  });

  it('is given back without counting as an attempt, or postponed, counting as one or not', async () => {
    const store = await (await fresh()).open();
    const id = await submitted(store);
    const { leases } = store.jobs;
    const lease = { id, holder: 'node' };
    const claim = () => leases.claim('node', LEASE_MS);
    expect(await claim()).toMatchObject({ id, attempts: 1 });
    await leases.release(lease);
    expect(await store.jobs.find(id, 'ana')).toMatchObject({ state: 'waiting' });
    expect(await claim()).toMatchObject({ attempts: 1 });
    await leases.postpone(lease, -1, { counts: true });
    expect(await claim()).toMatchObject({ attempts: 2 });
    await leases.postpone(lease, -1, { counts: false });
    expect(await claim()).toMatchObject({ attempts: 2 });
    await leases.postpone(lease, LEASE_MS, { counts: true });
    expect(await claim()).toBeUndefined();
    await store.close();
  });

  it('takes turns with the jobs of other owners', async () => {
    const store = await (await fresh()).open();
    const order = [];
    for (const owner of ['ana', 'ana', 'ben']) order.push(await submitted(store, { owner }));
    const claimed = [];
    for (let turn = 0; turn < 3; turn++) claimed.push((await store.jobs.leases.claim('n', LEASE_MS))!.id);
    expect(claimed).toEqual([order[0], order[2], order[1]]);
    await store.close();
  });

  it('is refused where too many wait, of one owner or of all', async () => {
    const store = await (await fresh()).open();
    const submit = (owner: string) => store.jobs.submit(job({ owner }), LIMITS);
    await submit('ana');
    await submit('ana');
    expect(await store.jobs.refusal('ana', LIMITS)).toBe('per-owner');
    expect(await submit('ana')).toEqual({ refused: 'per-owner' });
    await submit('ben');
    await submit('cid');
    expect(await submit('dan')).toEqual({ refused: 'in-all' });
    await store.jobs.leases.claim('node', LEASE_MS);
    expect(await store.jobs.refusal('dan', LIMITS)).toBeUndefined();
    await store.close();
  });

  it('is made once for a request that is repeated', async () => {
    const store = await (await fresh()).open();
    const once = { id: 'a-request', answer: (id: string) => bytes(id) };
    const kept = (await store.jobs.submit(job(), LIMITS, once)) as { id: string };
    const again = store.jobs.submit(job({ request: bytes('again') }), LIMITS, once);
    await expect(again).rejects.toMatchObject({ answer: bytes(kept.id) });
    expect(await store.jobs.leases.claim('node', LEASE_MS)).toMatchObject({ request: bytes('a request') });
    expect(await store.jobs.leases.claim('node', LEASE_MS)).toBeUndefined();
    await store.close();
  });

  it('that is canceled keeps its state and nothing else, tells its process, and is not finished', async () => {
    const database = await fresh();
    const store = await database.open();
    const id = await submitted(store, { callback: bytes('somebody') });
    await store.jobs.leases.claim('node', LEASE_MS);
    const heard: Signal[] = [];
    store.jobs.listen((signal) => heard.push(signal));
    // PostgreSQL needs a connection for that, and says when it is there.
    if (store.rates) await expect.poll(() => heard).toContainEqual({ topic: 'missed' });
    expect(await store.jobs.remove(id, 'ana')).toBe(true);
    await expect.poll(() => heard).toContainEqual({ topic: 'job-canceled', id });
    expect(await store.jobs.find(id, 'ana')).toMatchObject({
      state: 'canceled',
      webhook: { state: 'pending' },
    });
    expect(await count(database, 'job_audio')).toBe(0);
    expect(await store.jobs.leases.finish({ id, holder: 'node' }, done())).toBe(false);
    expect(await bills(store)).toEqual([]);
    expect(await store.jobs.webhooks.claim(LEASE_MS)).toMatchObject({ info: { state: 'canceled' } });
    expect(await store.jobs.remove(id, 'ana')).toBe(true);
    expect(await store.jobs.find(id, 'ana')).toBeUndefined();
    await store.close();
  });

  it('is removed when it has been over for long enough', async () => {
    const store = await (await fresh()).open();
    const [waiting, over] = [await submitted(store), await submitted(store, { owner: 'ben' })];
    for (const id of [waiting, over]) await store.jobs.leases.claim(`of ${id}`, LEASE_MS);
    await store.jobs.leases.finish({ id: over, holder: `of ${over}` }, done());
    await store.jobs.sweep(60_000);
    expect(await store.jobs.find(over, 'ben')).toMatchObject({ state: 'done' });
    await sleep(20);
    await store.jobs.sweep(1);
    expect(await store.jobs.find(over, 'ben')).toBeUndefined();
    expect(await store.jobs.find(waiting, 'ana')).toMatchObject({ state: 'running' });
    expect(await store.jobs.leases.audio(waiting)).toEqual(bytes('a recording'));
    await store.close();
  });

  it('has a webhook that is tried until it is delivered or given up', async () => {
    const store = await (await fresh()).open();
    const id = await submitted(store, { callback: bytes('https://example.com/') });
    const { webhooks, leases } = store.jobs;
    await leases.claim('node', LEASE_MS);
    expect(await webhooks.claim(LEASE_MS)).toBeUndefined();
    await leases.finish({ id, holder: 'node' }, done());
    const first = (await webhooks.claim(LEASE_MS))!;
    expect(first).toMatchObject({
      attempt: 1,
      callback: bytes('https://example.com/'),
      outcome: bytes('a result'),
      info: { id, state: 'done' },
    });
    expect(await webhooks.claim(LEASE_MS)).toBeUndefined();
    await webhooks.settle(first, { retryMs: 0 });
    const second = (await webhooks.claim(0))!;
    expect(second.attempt).toBe(2);
    // Its process is late; another has it now.
    const third = (await webhooks.claim(LEASE_MS))!;
    await webhooks.settle(second, { retryMs: 0 });
    expect(await webhooks.claim(LEASE_MS)).toBeUndefined();
    await webhooks.settle(third, 'delivered');
    expect(await store.jobs.find(id, 'ana')).toMatchObject({ webhook: { state: 'delivered', attempts: 3 } });
    await store.close();
  });

  it('is listed for its owner only, newest first, in pages that stay where they were', async () => {
    const store = await (await fresh()).open();
    const ids: string[] = [];
    for (const state of ['done', 'failed'] as const) {
      const id = await submitted(store);
      ids.unshift(id);
      await store.jobs.leases.claim('node', LEASE_MS);
      await store.jobs.leases.finish({ id, holder: 'node' }, { state, outcome: bytes(state) });
    }
    // Of the same moment, perhaps: then their ids decide.
    ids.unshift(await submitted(store), await submitted(store));
    await submitted(store, { owner: 'ben' });
    const all = await store.jobs.list('ana', { limit: 10 });
    const sorted = [...all].sort(
      ({ info: a }, { info: b }) => b.createdAt.getTime() - a.createdAt.getTime() || (b.id < a.id ? -1 : 1),
    );
    expect(all).toEqual(sorted);
    expect(all.map(({ info }) => info.id).sort()).toEqual([...ids].sort());
    const outcomes = new Map(all.map(({ info, outcome }) => [info.state, outcome]));
    expect(outcomes.get('failed')).toEqual(bytes('failed'));
    expect(outcomes.get('done')).toBeUndefined();
    for (let limit = 1; limit <= all.length; limit++) {
      const paged = [];
      for (let after = undefined as (typeof all)[number]['info'] | undefined; ; ) {
        const page = await store.jobs.list('ana', { limit, ...(after && { after }) });
        paged.push(...page);
        if (page.length < limit) break;
        after = page.at(-1)!.info;
      }
      expect(paged).toEqual(all);
    }
    const { info } = all[1]!;
    await store.jobs.remove(info.id, 'ana');
    const rest = await store.jobs.list('ana', { limit: 10, after: info });
    expect(rest.map(({ info: { id } }) => id)).toEqual(all.slice(2).map(({ info: { id } }) => id));
    await store.close();
  });

  it('survives a rotation of the keys, and is not in backups', async () => {
    const database = await fresh();
    const store = await database.open();
    const id = await submitted(store);
    expect((await store.keys.rotate(caller)).dropped).toHaveLength(1);
    await store.backup(`${database.dataDir}/copy.db`, {});
    await closeFully(store);

    const again = await database.open();
    expect(await again.jobs.leases.claim('node', LEASE_MS)).toMatchObject({
      id,
      request: bytes('a request'),
    });
    expect(await again.jobs.leases.audio(id)).toEqual(bytes('a recording'));
    await again.close();
    expect(await count({ ...database, url: 'sqlite:copy.db' }, 'jobs')).toBe(0);
    expect(await count({ ...database, url: 'sqlite:copy.db' }, 'job_audio')).toBe(0);
  });
});
