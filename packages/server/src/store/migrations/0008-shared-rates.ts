import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * How far the rates of callers are used up, for servers that share a database. Only PostgreSQL is shared. Unlogged: each
 * request writes to it, and what a crash loses is a burst.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`create unlogged table token_rates (
    caller text primary key,
    rested_at double precision not null,
    every_ms double precision not null,
    burst integer not null,
    asked integer not null,
    admitted integer not null
  )`.execute(db);
}
