import { createHash, randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Client, Pool, PoolConfig } from 'pg';
import { traceQueries } from '../../tracing/trace-queries.ts';
import type { Database, StoreLog } from '../database.ts';
import { StoreError } from '../errors.ts';
import { DATABASE_SETTING } from '../location.ts';
import type { Schema } from '../schema.ts';
import { exactNumber } from '../sqlite/values.ts';
import { explainPostgres } from './explain.ts';
import { SharedRates } from './shared-rates.ts';
import { PostgresSignals } from './signals.ts';
import { snapshotPostgres } from './snapshot.ts';

const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;
/** What a process calls itself in PostgreSQL's list of sessions, with something of its own behind it. */
export const APPLICATION = 'locutor-';

export async function openPostgres(url: string, shown: string, log: StoreLog): Promise<Database> {
  const settings = connectionSettings(url);
  const pool = await createPool(settings);
  const signals = new PostgresSignals({ connect: () => createClient(settings), shown, log });
  // Without a listener the loss of a connection, idle or in the middle of a transaction, ends the process.
  const lost = (error: Error) =>
    log.warn({ reason: error.message }, `lost a connection to PostgreSQL at ${shown}`);
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));

  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: traceQueries('postgresql') });
  return {
    db,
    isShared: true,
    lockTable: async (transaction, table) => {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction);
    },
    lockKey: async (transaction, key) => {
      const hash = createHash('sha256').update(key).digest().readBigInt64BE();
      await sql`select pg_advisory_xact_lock(${hash})`.execute(transaction);
    },
    locksRows: true,
    signals,
    rates: new SharedRates(db),
    now: () => sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    files: [],
    // Its own vacuum and its log decide when the bytes of a deleted row are gone.
    wipe: async () => {},
    snapshot: (file) => snapshotPostgres(db, file),
    explain: (error) => explainPostgres(error, shown),
    close: async () => {
      await signals.close();
      await db.destroy();
      if (!pool.ended) await pool.end();
    },
  };
}

function connectionSettings(url: string) {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    fallback_application_name: APPLICATION + randomBytes(3).toString('hex'),
  } satisfies PoolConfig;
}

async function createClient(settings: ReturnType<typeof connectionSettings>): Promise<Client> {
  const { default: pg } = await import('pg');
  return new pg.Client(settings);
}

async function createPool(settings: ReturnType<typeof connectionSettings>): Promise<Pool> {
  const { default: pg } = await import('pg');
  const parsers = pg.types;
  try {
    return new pg.Pool({
      ...settings,
      max: 10,
      statement_timeout: STATEMENT_MS,
      // The server ends a slow statement; this ends the wait when the server is no longer there to do so.
      query_timeout: STATEMENT_MS + CONNECT_MS,
      types: {
        getTypeParser: ((oid: number, format?: 'text') =>
          oid === parsers.builtins.INT8
            ? (text: string) => exactNumber(BigInt(text))
            : parsers.getTypeParser(oid, format)) as typeof parsers.getTypeParser,
      },
    });
  } catch {
    // The parser's own error may quote the address, and with it the password.
    throw new StoreError(
      'ERR_STORE_SETTING',
      `${DATABASE_SETTING} is not an address that PostgreSQL understands.`,
    );
  }
}
