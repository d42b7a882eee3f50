import { Kysely, sql } from 'kysely';
import type Libsql from 'libsql';
import { traceQueries } from '../../tracing/trace-queries.ts';
import { PASSING } from '../backup/copy-tables.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { LocalSignals } from '../signals.ts';
import { Checkpoints } from './checkpoints.ts';
import { claimFile } from './claim-file.ts';
import { LibsqlDialect } from './dialect.ts';
import { DurableLog } from './durable-log.ts';
import { explainSqlite } from './explain.ts';
import { truncateLog } from './truncate-log.ts';
import { Turn } from './turn.ts';
import { whenFree } from './when-free.ts';

/**
 * How much of the file is read through the page cache of the system instead of copied page by page: 100 voices out of
 * 100,000 then take 1.9 ms instead of 6.4 ms, out of 100 voices 1.6 ms.
 */
const MAPPED_BYTES = 256 * 1024 ** 2;

/** Opens the database file, created for this user alone when it is not there yet. */
export async function openSqlite(path: string): Promise<Database> {
  const explain = (error: unknown) => explainSqlite(error, path);
  try {
    const file = await claimFile(path);
    const writer = await connect(file);
    emptyLog(writer);
    const reader = await connect(file);
    reader.exec(`pragma mmap_size = ${MAPPED_BYTES}`);
    const writing = new Turn();
    const log = durableLog(writer, file);
    const checkpoints = new Checkpoints(writer, file);
    const db = new Kysely<Schema>({
      dialect: new LibsqlDialect({ reader, writer, writing, log, checkpoints }),
      log: traceQueries('sqlite'),
    });
    return {
      db,
      isShared: false,
      // Every transaction holds the write lock of the whole database from its beginning.
      lockTable: async () => {},
      lockKey: async () => {},
      locksRows: false,
      signals: new LocalSignals(),
      now: () => sql`${Date.now()}`,
      files: [file, `${file}-wal`, `${file}-shm`],
      wipe: () => truncateLog(checkpoints, writing, file),
      snapshot: (copy) => vacuumInto(reader, copy),
      explain,
      close: async () => {
        await db.destroy();
        await log?.close();
        await checkpoints.close();
        reader.close();
        writer.close();
      },
    };
  } catch (error) {
    throw explain(error);
  }
}

/**
 * Has COMMIT leave the disk to us, where there is a write-ahead log. Without our part a power cut could cost the last
 * transactions, but never a part of one: SQLite still waits for the disk whenever it moves the log into the database.
 */
function durableLog(writer: Libsql.Database, file: string): DurableLog | undefined {
  const { journal_mode } = writer.prepare('pragma journal_mode').get() as { journal_mode: string };
  if (journal_mode !== 'wal') return undefined;
  writer.exec('pragma synchronous = normal');
  return new DurableLog(`${file}-wal`);
}

/** A process that was killed may have left replaced pages in the log. Where others use the log, they see to it. */
function emptyLog(writer: Libsql.Database): void {
  try {
    writer.prepare('pragma wal_checkpoint(truncate)').all();
  } catch {
    // Whatever is wrong with the file, the first statement that needs it says so.
  }
}

/** A reader like any other: writers go on meanwhile. */
async function vacuumInto(reader: Libsql.Database, copy: string): Promise<void> {
  const passing = await whenFree(() => {
    const before = hasPassing(reader);
    reader.exec(`vacuum into '${copy.replaceAll("'", "''")}'`);
    return before || hasPassing(reader);
  });
  // Only then: a handle on the file stays open for a while.
  if (passing) await leaveOutPassing(copy);
}

function hasPassing(reader: Libsql.Database): boolean {
  return passingTables(reader).some(
    (table) => reader.prepare(`select 1 from ${table} limit 1`).get() !== undefined,
  );
}

/** A database of an older version does not have all of them. */
function passingTables(libsql: Libsql.Database): string[] {
  const exists = libsql.prepare("select 1 from sqlite_master where type = 'table' and name = ?");
  return PASSING.filter((table) => exists.get(table) !== undefined);
}

async function leaveOutPassing(copy: string): Promise<void> {
  const { default: Driver } = await import('libsql');
  const libsql = new Driver(copy);
  try {
    for (const table of passingTables(libsql)) libsql.exec(`delete from ${table}`);
    libsql.exec('vacuum');
  } finally {
    libsql.close();
  }
}

async function connect(file: string): Promise<Libsql.Database> {
  const { default: Driver } = await import('libsql');
  const libsql = new Driver(file);
  try {
    // Short, because it blocks the event loop: see whenFree.
    libsql.exec('pragma busy_timeout = 20');
    await whenFree(() => libsql.exec('pragma journal_mode = wal'));
    // What was acknowledged survives a power cut: the log reaches the disk before COMMIT returns, or is synced after it.
    libsql.exec('pragma synchronous = full');
    libsql.exec('pragma foreign_keys = on');
    // Deleted bytes are overwritten with zeros in the database file, not only given free.
    libsql.exec('pragma secure_delete = on');
    return libsql;
  } catch (error) {
    libsql.close();
    throw error;
  }
}
