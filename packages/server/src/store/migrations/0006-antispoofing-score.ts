import type { Kysely } from 'kysely';

/** The audit log keeps what the spoofing detector said of a verification. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('antispoofing_score', 'double precision').execute();
}
