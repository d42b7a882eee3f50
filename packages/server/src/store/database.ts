import type { Kysely, Transaction } from 'kysely';
import type { StoreError } from './errors.ts';
import type { Schema } from './schema.ts';

/** What differs between SQLite and PostgreSQL; everything else in the store is written once. */
export interface Database {
  readonly db: Kysely<Schema>;
  /** Holds other writers of the table back until the transaction ends. */
  lockTable(transaction: Transaction<Schema>, table: keyof Schema): Promise<void>;
  /** Turns what the database threw into a sentence for the operator. */
  explain(error: unknown): StoreError;
  close(): Promise<void>;
}

/** The part of a pino logger that the store uses. */
export interface StoreLog {
  warn(details: object, message: string): void;
}
