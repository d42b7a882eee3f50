import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StoreError } from '../errors.ts';
import { openStore, type Store } from '../open-store.ts';
import { storeFailure } from '../store-failure.ts';
import { cuttable } from '../testing/cuttable.ts';
import { sharedPostgres } from '../testing/databases.ts';
import { PLACE } from '../testing/tasks.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';

const postgres = await sharedPostgres();
const unavailable = 'unavailable' in postgres ? postgres.unavailable : undefined;
const dataDir = await mkdtemp(join(tmpdir(), 'locutor-store-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe.skipIf(unavailable !== undefined)(
  `a connection lost at COMMIT${unavailable ? `, skipped: ${unavailable}` : ''}`,
  () => {
    const lost = async (work: (store: Store, way: Awaited<ReturnType<typeof cuttable>>) => Promise<void>) => {
      const url = 'createDatabase' in postgres ? await postgres.createDatabase() : expect.fail();
      const way = await cuttable(url);
      const store = await openStore(way.url, { dataDir, log: { warn: () => {} } });
      try {
        await work(store, way);
      } finally {
        await store.close();
        way.close();
      }
    };
    const enrol = (store: Store) =>
      store.biometrics.enroll(PLACE, 'ann', () => ({ voiceprint: voiceprint() }), enrolment);
    const verified = { ...enrolment, operation: 'verify', ...PLACE, users: [], outcome: 'DONE' } as const;
    const billed = async ({ records }: Store) => {
      const ids: string[] = [];
      for await (const { transactionId } of records.billing({})) ids.push(transactionId);
      return ids;
    };

    it('after it was done is found to be done, and billed once', () =>
      lost(async (store, way) => {
        way.cutAtCommit({ when: 'after' });
        const { transactionId, created } = await enrol(store);
        const verification = await store.biometrics.record(verified);
        way.mend();
        expect(created).toBe(true);
        expect(await billed(store)).toEqual([transactionId, verification]);
        expect((await store.biometrics.user(PLACE, 'ann'))?.utterances).toBe(1);
      }));

    it('before it was done is found to have changed and billed nothing', () =>
      lost(async (store, way) => {
        way.cutAtCommit({ when: 'before' });
        const nothing = { code: 'ERR_STORE_UNREACHABLE' };
        await expect(enrol(store)).rejects.toMatchObject(nothing);
        await expect(store.biometrics.record(verified)).rejects.toMatchObject(nothing);
        way.mend();
        expect(await billed(store)).toEqual([]);
        expect(await store.biometrics.user(PLACE, 'ann')).toBeUndefined();
      }));

    it.each(['before', 'after'] as const)(
      '%s it was done is reported as unknown where nobody can be asked, and a later attempt is another transaction',
      (when) =>
        lost(async (store, way) => {
          way.cutAtCommit({ when, closes: true });
          const error = (await store.biometrics.record(verified).catch((thrown) => thrown)) as StoreError;
          expect(error).toBeInstanceOf(StoreError);
          expect(error.code).toBe('ERR_STORE_UNCERTAIN');
          expect(error.transactionId).toMatch(/^\d+$/);
          expect(storeFailure(error)).toMatchObject({
            code: 'ERR_STORE_UNAVAILABLE',
            message: expect.stringContaining(
              `done and billed: it was if the billing export has the transaction ${error.transactionId}`,
            ),
          });
          way.mend();
          expect(await billed(store)).toEqual(when === 'after' ? [error.transactionId] : []);
          const again = await store.biometrics.record(verified);
          expect(await billed(store)).toEqual(when === 'after' ? [error.transactionId, again] : [again]);
        }),
    );

    it('is reported as unknown of what is not billed', () =>
      lost(async (store, way) => {
        way.cutAtCommit({ when: 'after' });
        const error = (await store.biometrics
          .createRepository('bank', '', caller)
          .catch((e) => e)) as StoreError;
        expect(storeFailure(error).message).toContain('the change may or may not have been made');
        way.mend();
        expect(await store.biometrics.createRepository('bank', '', caller)).toBe(false);
      }));
  },
);
