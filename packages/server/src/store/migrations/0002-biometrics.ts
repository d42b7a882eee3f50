import { type Kysely, PostgresAdapter, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Names are compared and ordered by code points. SQLite does so anyway; PostgreSQL follows the database's locale.
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const name = postgres ? sql`text collate "C"` : sql`text`;
  const bytes = postgres ? sql`bytea` : sql`blob`;

  await db.schema
    .createTable('repositories')
    .addColumn('repository', name, (column) => column.primaryKey().notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('scenarios')
    .addColumn('repository', name, (column) => column.notNull())
    .addColumn('scenario', name, (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('scenarios_key', ['repository', 'scenario'])
    .addForeignKeyConstraint(
      'scenario_of_repository',
      ['repository'],
      'repositories',
      ['repository'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('voices')
    .addColumn('repository', name, (column) => column.notNull())
    .addColumn('scenario', name, (column) => column.notNull())
    .addColumn('user_id', name, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('utterances', 'integer', (column) => column.notNull())
    .addColumn('speech_ms', 'bigint', (column) => column.notNull())
    .addColumn('consent', 'text')
    .addColumn('key_id', name, (column) => column.notNull())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('voices_key', ['repository', 'scenario', 'user_id'])
    .addForeignKeyConstraint(
      'voice_of_scenario',
      ['repository', 'scenario'],
      'scenarios',
      ['repository', 'scenario'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('voices_by_key').on('voices').column('key_id').execute();
  await db.schema
    .createTable('voiceprint_key')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('billing')
    .addColumn('transaction_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('account_tag', name)
    .addColumn('repository', 'text', (column) => column.notNull())
    .addColumn('scenario', 'text', (column) => column.notNull())
    .addColumn('users', 'integer', (column) => column.notNull())
    .addColumn('audio_ms', 'bigint', (column) => column.notNull())
    .addColumn('speech_ms', 'bigint', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('audit')
    .addColumn('event_id', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('repository', 'text')
    .addColumn('scenario', 'text')
    .addColumn('user_id', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('transaction_id', 'bigint')
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_key', ['event_id', 'position'])
    .execute();

  // A client that names neither repository nor scenario means these.
  const now = Date.now();
  await sql`insert into repositories (repository, description, created_at) values ('default', '', ${now})`.execute(
    db,
  );
  await sql`insert into scenarios (repository, scenario, description, created_at) values ('default', 'default', '', ${now})`.execute(
    db,
  );
}
