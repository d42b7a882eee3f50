import { Migrator, sql } from 'kysely';
import { expect, it } from 'vitest';
import { MIGRATION_TABLE } from '../migrate.ts';
import { onEachDatabase, openRaw } from '../testing/databases.ts';
import { migrations } from './index.ts';

await onEachDatabase((fresh) => {
  it('keeps the billing records of before, and the id of each', async () => {
    const database = await fresh();
    const raw = await openRaw(database);
    const before = Object.entries(migrations).filter(([name]) => name < '0005');
    const migrator = new Migrator({
      db: raw.db,
      provider: { getMigrations: async () => Object.fromEntries(before) },
      migrationTableName: MIGRATION_TABLE,
      migrationLockTableName: 'locutor_migration_lock',
    });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const ids = ['1', '380303505343733853'];
    for (const id of ids) {
      await sql`insert into billing
        (transaction_id, time, operation, account_tag, repository, scenario, users, audio_ms, speech_ms, outcome)
        values (${BigInt(id)}, 1000, 'verify', 'acme', 'default', 'pin', 2, 3000, 2500, 'DONE')`.execute(
        raw.db,
      );
    }
    await raw.close();

    const store = await database.open();
    const records: unknown[] = [];
    for await (const record of store.records.billing({})) records.push(record);
    const kept = {
      time: new Date(1000),
      operation: 'verify',
      accountTag: 'acme',
      repository: 'default',
      scenario: 'pin',
      users: 2,
      audioMs: 3000,
      speechMs: 2500,
      outcome: 'DONE',
    };
    expect(records).toEqual(ids.map((transactionId) => ({ transactionId, ...kept })));
    const bill = () =>
      store.records.bill({ operation: 'interpret', accountTag: 'acme', characters: 4, outcome: 'NO_MATCH' });
    expect(new Set([await bill(), await bill(), ...ids]).size).toBe(4);
    await store.close();
  });
});
