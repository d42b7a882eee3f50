import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { StoreError } from './errors.ts';
import type { SharedRates } from './postgres/shared-rates.ts';
import type { Schema } from './schema.ts';
import type { Signals } from './signals.ts';

/** What differs between SQLite and PostgreSQL; everything else in the store is written once. */
export interface Database {
  readonly db: Kysely<Schema>;
  /** Whether several servers may use it at once. */
  readonly isShared: boolean;
  /** Holds other writers of the table back until the transaction ends. */
  lockTable(transaction: Transaction<Schema>, table: keyof Schema): Promise<void>;
  /**
   * Holds others that ask for the same key back until the transaction ends, whether or not a row exists yet. Outside of a
   * transaction it only waits for who has the key.
   */
  lockKey(transaction: Kysely<Schema>, key: string): Promise<void>;
  /** Whether `for share` and its like exist; without them a transaction has the whole database to itself. */
  readonly locksRows: boolean;
  /** Milliseconds since 1970 by the one clock that all processes of this database share. */
  now(): RawBuilder<number>;
  readonly signals: Signals;
  /** How many connections there are and are idle, and how many calls wait for one. */
  readonly connections?: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Counts callers for all processes of this database together; undefined where there is one process. */
  readonly rates?: SharedRates;
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
