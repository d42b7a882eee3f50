import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from 'kysely';
import type Libsql from 'libsql';
import { fromSqlite, toSqlite } from './values.ts';
import { whenFree } from './when-free.ts';

/**
 * One libsql connection. Every write stands between a BEGIN IMMEDIATE and a COMMIT that go through `exec`, because
 * in libsql 0.5.29 a prepared statement that met SQLITE_BUSY stays in progress until it is collected as garbage,
 * and until then a later write on the connection reports success without having been committed
 * (tursodatabase/libsql-js#237). `exec` leaves nothing behind, and under the write lock no statement meets BUSY.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #libsql: Libsql.Database;

  constructor(libsql: Libsql.Database) {
    this.#libsql = libsql;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#libsql.inTransaction) return this.#execute(query);
    if (SelectQueryNode.is(query.query)) return whenFree(() => this.#execute<R>(query));
    await this.begin();
    try {
      const result = this.#execute<R>(query);
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  begin(): Promise<void> {
    return whenFree(() => {
      this.#libsql.exec('begin immediate');
    });
  }

  commit(): void {
    this.#libsql.exec('commit');
  }

  /** After some failures, a full disk among them, SQLite has rolled back already. */
  rollback(): void {
    if (this.#libsql.inTransaction) this.#libsql.exec('rollback');
  }

  // An unfinished cursor would hold the write-ahead log back; long lists are read page by page.
  streamQuery(): never {
    throw new Error('streaming is not supported on SQLite: read page by page');
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const statement = this.#libsql.prepare(query.sql).safeIntegers(true);
    const parameters = query.parameters.map(toSqlite);
    if (statement.reader) {
      const rows = statement.all(parameters) as Record<string, unknown>[];
      return { rows: rows.map(fromSqlite) as R[] };
    }
    const { changes } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }
}
