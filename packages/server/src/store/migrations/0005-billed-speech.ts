import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** RECOGNIZE and INTERPRET are billed too: they have no place and no users, and INTERPRET has text instead of audio. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const optional = ['repository', 'scenario', 'users', 'audio_ms', 'speech_ms'];
    for (const column of optional) {
      await sql`alter table billing alter column ${sql.ref(column)} drop not null`.execute(db);
    }
    await sql`alter table billing add column characters bigint`.execute(db);
    return;
  }
  // SQLite cannot make a column optional: the table is made again.
  await db.schema
    .createTable('billing_next')
    .addColumn('transaction_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('account_tag', 'text')
    .addColumn('repository', 'text')
    .addColumn('scenario', 'text')
    .addColumn('users', 'integer')
    .addColumn('audio_ms', 'bigint')
    .addColumn('speech_ms', 'bigint')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('characters', 'bigint')
    .execute();
  const kept = sql.raw(
    'transaction_id, time, operation, account_tag, repository, scenario, users, audio_ms, speech_ms, outcome',
  );
  await sql`insert into billing_next (${kept}) select ${kept} from billing`.execute(db);
  await db.schema.dropTable('billing').execute();
  await db.schema.alterTable('billing_next').renameTo('billing').execute();
}
