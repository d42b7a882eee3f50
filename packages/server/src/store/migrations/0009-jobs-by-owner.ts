import type { Kysely } from 'kysely';

/** For lists of one owner's jobs, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('jobs_by_owner').on('jobs').columns(['owner', 'created_at', 'id']).execute();
}
