import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Not in backups: recordings are kept until they are recognised, answers for a day, and neither any longer. */
export const PASSING = [
  'jobs',
  'job_audio',
  'job_work',
  'first_answers',
  'write_checks',
] as const satisfies readonly (keyof Schema)[];

type Kept = Omit<Schema, (typeof PASSING)[number]>;

/** Every other table with its primary key, in an order in which each comes after those it refers to. */
const TABLES: { readonly [Table in keyof Kept]: readonly (keyof Kept[Table] & string)[] } = {
  tokens: ['id'],
  repositories: ['repository'],
  scenarios: ['repository', 'scenario'],
  voices: ['repository', 'scenario', 'user_id'],
  voiceprint_key: ['id'],
  billing: ['transaction_id'],
  audit: ['event_id', 'position'],
};

/** 500 rows of the widest table are 6,000 parameters; SQLite takes 32,766. */
const PAGE = 500;

/** Replaces everything in `to` by what is in `from`. Both are transactions, so that each side is of one moment. */
export async function copyTables(from: Kysely<Schema>, to: Kysely<Schema>): Promise<void> {
  const tables = Object.entries(TABLES) as [keyof Schema, readonly string[]][];
  const all = [...PASSING, ...tables.map(([table]) => table).toReversed()];
  for (const table of all) await sql`delete from ${sql.table(table)}`.execute(to);
  for (const [table, key] of tables) await copyTable(from, to, table, key);
}

async function copyTable(
  from: Kysely<Schema>,
  to: Kysely<Schema>,
  table: keyof Schema,
  key: readonly string[],
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Record<string, unknown> | undefined; ; ) {
    const values = sql.join(key.map((column) => last?.[column]));
    const after = last === undefined ? sql`` : sql`where (${columns}) > (${values})`;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${after} order by ${columns} limit ${PAGE}`.execute(from);
    if (rows.length > 0)
      await to
        .insertInto(table)
        .values(rows as never)
        .execute();
    last = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}
