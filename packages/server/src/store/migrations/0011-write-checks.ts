import type { Kysely } from 'kysely';

/** For health checks alone: whether the database can be written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('write_checks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('filler', 'text', (column) => column.notNull())
    .execute();
}
