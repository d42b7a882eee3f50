import { type Kysely, PostgresAdapter, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('progress', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('audio_ms', 'bigint')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('sealed_key', bytes, (column) => column.notNull())
    .addColumn('request', bytes)
    .addColumn('outcome', bytes)
    .addColumn('transaction_id', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('callback', bytes)
    .addColumn('webhook_state', 'text')
    .addColumn('webhook_due_at', 'bigint')
    .addColumn('webhook_attempts', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('jobs_by_state').on('jobs').columns(['state', 'created_at']).execute();
  await db.schema.createIndex('jobs_by_webhook').on('jobs').column('webhook_due_at').execute();
  // Without references to the job: rows of one that is gone are removed little by little.
  await db.schema
    .createTable('job_audio')
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('job_audio_key', ['job_id', 'position'])
    .execute();
  await db.schema
    .createTable('job_work')
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('job_work_key', ['job_id', 'name'])
    .execute();
}
