import {
  type Dialect,
  type Driver,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteConnection, type SqliteHandles } from './connection.ts';

/** kysely's SQLite dialect with a driver that libsql can be trusted with; see SqliteConnection for the reason. */
export class LibsqlDialect implements Dialect {
  readonly #handles: SqliteHandles;

  constructor(handles: SqliteHandles) {
    this.#handles = handles;
  }

  createDriver(): Driver {
    return new LibsqlDriver(this.#handles);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** SQLite can create tables inside a transaction; migrations need that to be safe against a second process. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LibsqlDriver implements Driver {
  readonly #handles: SqliteHandles;

  constructor(handles: SqliteHandles) {
    this.#handles = handles;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#handles);
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  /** The handles are closed by who opened them: kysely skips this when no query was made. */
  async destroy(): Promise<void> {}
}
