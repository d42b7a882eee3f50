import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from 'kysely';
import type Libsql from 'libsql';
import type { Checkpoints } from './checkpoints.ts';
import type { DurableLog } from './durable-log.ts';
import type { Turn } from './turn.ts';
import { fromSqlite, toSqlite } from './values.ts';
import { whenFree } from './when-free.ts';

/** The two handles of one database file: a reader never waits for a writer, nor for one that waits for its turn. */
export interface SqliteHandles {
  readonly reader: Libsql.Database;
  readonly writer: Libsql.Database;
  /** Whose turn it is to write within this process; between processes SQLite's own lock decides. */
  readonly writing: Turn;
  /** What COMMIT has written is on the disk only after its `sync`; undefined where COMMIT sees to it. */
  readonly log: DurableLog | undefined;
  readonly checkpoints: Checkpoints;
}

/**
 * One caller's view of the database. Every write stands between a BEGIN IMMEDIATE and a COMMIT that go through
 * `exec`, because in libsql 0.5.29 a prepared statement that met SQLITE_BUSY stays in progress until it is collected
 * as garbage, and until then a later write on the handle reports success without having been committed
 * (tursodatabase/libsql-js#237). `exec` leaves nothing behind, and under the write lock no statement meets BUSY.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #handles: SqliteHandles;
  #inTransaction = false;

  constructor(handles: SqliteHandles) {
    this.#handles = handles;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer } = this.#handles;
    if (this.#inTransaction) return execute(writer, query);
    if (SelectQueryNode.is(query.query)) return whenFree(() => execute<R>(reader, query));
    await this.begin();
    try {
      const result = execute<R>(writer, query);
      await this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  async begin(): Promise<void> {
    await this.#handles.writing.take();
    try {
      await whenFree(() => this.#handles.writer.exec('begin immediate'));
    } catch (error) {
      this.#handles.writing.give();
      throw error;
    }
    this.#inTransaction = true;
  }

  /** The next writer need not wait for the disk: what it commits reaches it after this. */
  async commit(): Promise<void> {
    this.#handles.writer.exec('commit');
    this.#end();
    this.#handles.checkpoints.countCommit();
    await this.#handles.log?.sync();
  }

  rollback(): void {
    // A commit that the disk did not confirm is over: the handle may be in the transaction of another.
    if (!this.#inTransaction) return;
    const { writer } = this.#handles;
    try {
      // After some failures, a full disk among them, SQLite has rolled back already.
      if (writer.inTransaction) writer.exec('rollback');
    } finally {
      this.#end();
    }
  }

  // An unfinished cursor would hold the write-ahead log back; long lists are read page by page.
  streamQuery(): never {
    throw new Error('streaming is not supported on SQLite: read page by page');
  }

  #end(): void {
    this.#inTransaction = false;
    this.#handles.writing.give();
  }
}

function execute<R>(handle: Libsql.Database, query: CompiledQuery): QueryResult<R> {
  const statement = handle.prepare(query.sql).safeIntegers(true);
  const parameters = query.parameters.map(toSqlite);
  if (statement.reader) {
    const rows = statement.all(parameters) as Record<string, unknown>[];
    return { rows: rows.map(fromSqlite) as R[] };
  }
  const { changes } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes) };
}
