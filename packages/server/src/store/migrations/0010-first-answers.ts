import { type Kysely, PostgresAdapter, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
  await db.schema
    .createTable('first_answers')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('sealed_key', bytes, (column) => column.notNull())
    .addColumn('answer', bytes, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('first_answers_by_expiry').on('first_answers').column('expires_at').execute();
}
