import type { Kysely, Transaction } from 'kysely';
import type { StoreError } from './errors.ts';
import type { Schema } from './schema.ts';

/** What differs between SQLite and PostgreSQL; everything else in the store is written once. */
export interface Database {
  readonly db: Kysely<Schema>;
  /** Holds other writers of the table back until the transaction ends. */
  lockTable(transaction: Transaction<Schema>, table: keyof Schema): Promise<void>;
  /** Holds others that ask for the same key back until the transaction ends, whether or not a row exists yet. */
  lockKey(transaction: Transaction<Schema>, key: string): Promise<void>;
  /** Whether `for share` and its like exist; without them a transaction has the whole database to itself. */
  readonly locksRows: boolean;
  /** What it lives in, where that is files of this machine. */
  readonly files: readonly string[];
  /** Leaves nothing of deleted rows in the files, as far as this side of the connection can see to it. */
  wipe(): Promise<void>;
  /** Writes everything, as of one moment, to an empty file, as a SQLite database. */
  snapshot(file: string): Promise<void>;
  /** Turns what the database threw into a sentence for the operator. */
  explain(error: unknown): StoreError;
  close(): Promise<void>;
}

/** The part of a pino logger that the store uses. */
export interface StoreLog {
  warn(details: object, message: string): void;
}
