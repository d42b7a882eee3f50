import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRate } from '../../common/rate.ts';
import { openStore, type Store } from '../open-store.ts';
import { startPostgres } from '../testing/postgres.ts';
import { caller } from '../testing/voices.ts';

const postgres = await startPostgres();
const unavailable = 'unavailable' in postgres ? postgres.unavailable : '';
const silent = { warn: () => {} };

describe.skipIf('unavailable' in postgres)(
  `two nodes of one PostgreSQL${unavailable && `, skipped: ${unavailable}`}`,
  () => {
    if ('unavailable' in postgres) return;
    let one: Store;
    let two: Store;
    beforeAll(async () => {
      const url = await postgres.createDatabase();
      const voiceprintKeys = [Buffer.alloc(32, 7).toString('base64')];
      const open = () => openStore(url, { dataDir: '/nonexistent', voiceprintKeys, log: silent });
      [one, two] = await Promise.all([open(), open()]);
      for (const store of [one, two]) store.follow();
    });
    afterAll(async () => {
      await Promise.all([one?.close(), two?.close()]);
      await postgres.stop();
    });

    /** Until both hear each other. */
    async function listening() {
      const heard = new Set<Store>();
      for (const store of [one, two])
        store.jobs.listen(({ topic }) => topic === 'grammars' && heard.add(store));
      await expect
        .poll(async () => {
          await one.reloadGrammars().catch(() => {});
          return heard.size;
        })
        .toBe(2);
    }

    it('each heed at once that the other revoked a token', async () => {
      await listening();
      for (const [revoking, asked] of [
        [one, two],
        [two, one],
      ] as const) {
        const text = await one.tokens.issue({ name: 'short', scopes: ['verify'] }, caller);
        const holder = await asked.tokens.check(text);
        const { id } = holder as { id: string };
        // The cache would believe it for two seconds.
        expect(await asked.tokens.check(text)).toMatchObject({ name: 'short' });
        const told = new Promise<void>((resolve) => {
          asked.jobs.listen((signal) => signal.topic === 'token' && signal.id === id && resolve());
        });
        await revoking.tokens.revoke(id, caller);
        await told;
        expect(await asked.tokens.check(text)).toMatchObject({ ended: 'revoked' });
      }
    });

    it('keep the rate of a caller together, however requests are spread', async () => {
      const rate = readRate('5/hour')!;
      const asks = Array.from({ length: 40 }, (_, n) => [one, two][n % 2]!.rates!.waitMs('ana', rate));
      const waits = await Promise.all(asks);
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
      for (const wait of waits.filter((each) => each > 0)) {
        expect(wait).toBeGreaterThan(600_000);
        expect(wait).toBeLessThanOrEqual(720_000);
      }
      expect(await two.rates!.waitMs('ben', rate)).toBe(0);
      const quick = readRate('1000/second burst 2')!;
      expect(await one.rates!.waitMs('cid', quick)).toBe(0);
      await sleep(20);
      expect(await two.rates!.waitMs('cid', quick)).toBe(0);
    });

    it('believe nothing that they read before while they cannot hear each other', async () => {
      await listening();
      const text = await one.tokens.issue({ name: 'away', scopes: ['verify'] }, caller);
      const { id } = (await two.tokens.check(text)) as { id: string };
      await postgres.crash();
      await expect(two.rates!.waitMs('ana', readRate('5/hour')!)).rejects.toBeDefined();
      await postgres.restart();
      await expect.poll(() => one.tokens.revoke(id, caller).catch(() => false)).toBe(true);
      await expect
        .poll(() => two.tokens.check(text).catch(() => undefined), { interval: 10 })
        .toMatchObject({ ended: 'revoked' });
      await listening();
      expect(await two.tokens.check(text)).toMatchObject({ ended: 'revoked' });
    });

    it('never give two records the same transaction id', async () => {
      const record = {
        operation: 'interpret',
        accountTag: 'acme',
        characters: 1,
        outcome: 'NO_MATCH',
      } as const;
      const bills = Array.from({ length: 200 }, (_, n) => [one, two][n % 2]!.records.bill(record));
      expect(new Set(await Promise.all(bills)).size).toBe(200);
    });
  },
);
