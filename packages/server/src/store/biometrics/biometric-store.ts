import type { Kysely, Transaction } from 'kysely';
import type { FirstAnswers } from '../answers/first-answers.ts';
import type { Once } from '../answers/types.ts';
import type { Database, StoreLog } from '../database.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { writeOperation } from '../records/write.ts';
import type { Schema } from '../schema.ts';
import type { StoreCalls } from '../store-calls.ts';
import { inTransaction } from '../transaction.ts';
import { deletePlace, wipeDeleted } from './deletion.ts';
import { type EnrolmentRecord, enrolVoice } from './enrolment.ts';
import { checkPlace, checkRepository } from './names.ts';
import { Overwriting } from './overwriting.ts';
import {
  insertRepository,
  insertScenario,
  listRepositories,
  listScenarios,
  missingPart,
  removeRepository,
  removeScenario,
} from './places.ts';
import type {
  Biometrics,
  Caller,
  EnrolmentChange,
  EnrolmentOptions,
  OperationRecord,
  Place,
} from './types.ts';
import { listUsers, readUser, readVoiceprints, removeUser } from './users.ts';

/** Gives each call its connection or transaction; what is done in it stands in places.ts, users.ts and enrolment.ts. */
export class BiometricStore implements Biometrics {
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #keys: KeyRing;
  readonly #answers: FirstAnswers;
  readonly #overwriting: Overwriting;

  constructor(database: Database, calls: StoreCalls, keys: KeyRing, answers: FirstAnswers, log: StoreLog) {
    this.#database = database;
    this.#calls = calls;
    this.#keys = keys;
    this.#answers = answers;
    this.#overwriting = new Overwriting(database, calls, log);
  }

  repositories() {
    return this.#read((db) => listRepositories(db));
  }

  createRepository(repository: string, description: string, caller: Caller) {
    return this.#change((transaction) => insertRepository(transaction, repository, description, caller));
  }

  deleteRepository(repository: string, caller: Caller) {
    return this.#delete(async () => {
      checkRepository(repository);
      return deletePlace(this.#database, { repository }, caller, (transaction) =>
        removeRepository(transaction, repository, caller),
      );
    });
  }

  scenarios(repository: string) {
    return this.#read((db) => listScenarios(db, repository));
  }

  createScenario(place: Place, description: string, caller: Caller) {
    return this.#change((transaction) =>
      insertScenario(transaction, this.#database, place, description, caller),
    );
  }

  deleteScenario(place: Place, caller: Caller) {
    return this.#delete(async () => {
      checkPlace(place);
      return deletePlace(this.#database, place, caller, (transaction) =>
        removeScenario(transaction, place, caller),
      );
    });
  }

  missing(place: Place) {
    return this.#read((db) => missingPart(db, place));
  }

  users(place: Place, page: { readonly after?: string; readonly limit: number }) {
    return this.#read((db) => listUsers(db, place, page));
  }

  user(place: Place, userId: string) {
    return this.#read((db) => readUser(db, place, userId));
  }

  deleteUser(place: Place, userId: string, caller: Caller) {
    return this.#delete(() =>
      inTransaction(this.#database, (transaction) =>
        removeUser(transaction, this.#database, place, userId, caller),
      ),
    );
  }

  voiceprints(place: Place, userIds: readonly string[]) {
    return this.#read((db) => readVoiceprints(db, this.#keys, place, userIds));
  }

  async enroll(
    place: Place,
    userId: string,
    change: EnrolmentChange,
    record: EnrolmentRecord,
    { replaces = false, once }: EnrolmentOptions = {},
  ) {
    // What the caller throws is the caller's and is not explained as a failure of the database.
    let refusal: { readonly error: unknown } | undefined;
    const guarded: EnrolmentChange = (current) => {
      try {
        return change(current);
      } catch (error) {
        refusal = { error };
        throw error;
      }
    };
    const enrolment = { place, userId, change: guarded, record, replaces };
    try {
      return await this.#answers.write(
        once,
        (transaction) => enrolVoice(transaction, this.#database, this.#keys, enrolment),
        {
          idOf: ({ transactionId }) => transactionId,
          after: async ({ created }) => {
            if (!created) await this.#overwriting.wipe();
          },
        },
      );
    } catch (error) {
      throw refusal === undefined ? error : refusal.error;
    }
  }

  record(record: OperationRecord, once?: Once<string>) {
    const idOf = (transactionId: string) => transactionId;
    return this.#answers.write(once, (transaction) => writeOperation(transaction, record), { idOf });
  }

  #read<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
    return this.#calls.run(() => work(this.#database.db));
  }

  #change<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#calls.run(() => inTransaction(this.#database, work));
  }

  /** Also after nothing was deleted: an earlier call may have ended between its commit and the wiping. */
  #delete<T>(work: () => Promise<T>): Promise<T> {
    return this.#calls.run(async () => {
      const done = await work();
      await wipeDeleted(this.#database);
      return done;
    });
  }
}
