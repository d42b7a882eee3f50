import type { Selectable, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import type { Gate } from '../gate.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { writeAudit, writeOperation } from '../records/write.ts';
import type { Schema, VoicesTable } from '../schema.ts';
import { type EnrolmentRecord, enrolVoice } from './enrolment.ts';
import { checkNote, checkPlace, checkRepository, checkUserId } from './names.ts';
import type {
  Biometrics,
  Caller,
  EnrolmentChange,
  OperationRecord,
  Place,
  RepositoryInfo,
  ScenarioInfo,
  UserInfo,
  Voiceprint,
} from './types.ts';
import { INFO_COLUMNS, openVoice, userInfo, voiceKey } from './voices.ts';

/** What a new repository has from the start, and what a client means that names none. */
const DEFAULT_SCENARIO = 'default';

export class BiometricStore implements Biometrics {
  readonly #database: Database;
  readonly #gate: Gate;
  readonly #keys: KeyRing;

  constructor(database: Database, gate: Gate, keys: KeyRing) {
    this.#database = database;
    this.#gate = gate;
    this.#keys = keys;
  }

  repositories(): Promise<RepositoryInfo[]> {
    return this.#gate.run(async () => {
      const rows = await this.#database.db
        .selectFrom('repositories')
        .selectAll()
        .select(({ selectFrom, fn }) =>
          selectFrom('voices')
            .whereRef('voices.repository', '=', 'repositories.repository')
            .select(fn.countAll<number>().as('users'))
            .as('users'),
        )
        .orderBy('repository')
        .execute();
      return rows.map(({ repository, description, created_at, users }) => ({
        repository,
        description,
        createdAt: new Date(created_at),
        users: users ?? 0,
      }));
    });
  }

  createRepository(repository: string, description: string, caller: Caller): Promise<boolean> {
    return this.#change(async (transaction) => {
      checkRepository(repository);
      checkNote('A description', description);
      const row = { repository, description, created_at: Date.now() };
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('repositories')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      const created = numInsertedOrUpdatedRows === 1n;
      if (created) {
        const scenario = { ...row, scenario: DEFAULT_SCENARIO, description: '' };
        await transaction.insertInto('scenarios').values(scenario).execute();
      }
      const outcome = created ? 'DONE' : 'EXISTS';
      await writeAudit(transaction, { action: 'repository.create', repository, outcome, caller });
      return created;
    });
  }

  async deleteRepository(repository: string, caller: Caller): Promise<boolean> {
    return this.#delete(async (transaction) => {
      checkRepository(repository);
      const { numDeletedRows } = await transaction
        .deleteFrom('repositories')
        .where('repository', '=', repository)
        .executeTakeFirst();
      const deleted = numDeletedRows > 0n;
      const outcome = deleted ? 'DONE' : 'NOT_FOUND';
      await writeAudit(transaction, { action: 'repository.delete', repository, outcome, caller });
      return deleted;
    });
  }

  scenarios(repository: string): Promise<ScenarioInfo[] | undefined> {
    return this.#gate.run(async () => {
      checkRepository(repository);
      const { db } = this.#database;
      const rows = await db
        .selectFrom('scenarios')
        .selectAll()
        .select(({ selectFrom, fn }) =>
          selectFrom('voices')
            .whereRef('voices.repository', '=', 'scenarios.repository')
            .whereRef('voices.scenario', '=', 'scenarios.scenario')
            .select(fn.countAll<number>().as('users'))
            .as('users'),
        )
        .where('repository', '=', repository)
        .orderBy('scenario')
        .execute();
      if (rows.length === 0 && !(await this.#hasRepository(repository))) return undefined;
      return rows.map(({ scenario, description, created_at, users }) => ({
        scenario,
        description,
        createdAt: new Date(created_at),
        users: users ?? 0,
      }));
    });
  }

  createScenario(
    place: Place,
    description: string,
    caller: Caller,
  ): Promise<'created' | 'exists' | 'no-repository'> {
    return this.#change(async (transaction) => {
      checkPlace(place);
      checkNote('A description', description);
      const { repository, scenario } = place;
      // Held until the end, so that the repository does not go in between.
      const found = await transaction
        .selectFrom('repositories')
        .select('repository')
        .where('repository', '=', repository)
        .$if(this.#database.locksRows, (query) => query.forKeyShare())
        .executeTakeFirst();
      const audit = { action: 'scenario.create', repository, scenario, caller } as const;
      if (found === undefined) {
        await writeAudit(transaction, { ...audit, outcome: 'NOT_FOUND' });
        return 'no-repository';
      }
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('scenarios')
        .values({ repository, scenario, description, created_at: Date.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      const created = numInsertedOrUpdatedRows === 1n;
      await writeAudit(transaction, { ...audit, outcome: created ? 'DONE' : 'EXISTS' });
      return created ? 'created' : 'exists';
    });
  }

  deleteScenario(place: Place, caller: Caller): Promise<boolean> {
    return this.#delete(async (transaction) => {
      checkPlace(place);
      const { repository, scenario } = place;
      const { numDeletedRows } = await transaction
        .deleteFrom('scenarios')
        .where('repository', '=', repository)
        .where('scenario', '=', scenario)
        .executeTakeFirst();
      const deleted = numDeletedRows > 0n;
      const outcome = deleted ? 'DONE' : 'NOT_FOUND';
      await writeAudit(transaction, { action: 'scenario.delete', repository, scenario, outcome, caller });
      return deleted;
    });
  }

  missing(place: Place): Promise<'repository' | 'scenario' | undefined> {
    return this.#gate.run(async () => {
      checkPlace(place);
      const found = await this.#database.db
        .selectFrom('scenarios')
        .select('scenario')
        .where('repository', '=', place.repository)
        .where('scenario', '=', place.scenario)
        .executeTakeFirst();
      if (found !== undefined) return undefined;
      return (await this.#hasRepository(place.repository)) ? 'scenario' : 'repository';
    });
  }

  users(place: Place, page: { readonly after?: string; readonly limit: number }): Promise<UserInfo[]> {
    return this.#gate.run(async () => {
      checkPlace(place);
      const { after, limit } = page;
      if (after !== undefined && after !== '') checkUserId(after);
      if (!Number.isSafeInteger(limit) || limit < 0) {
        throw new StoreError('ERR_STORE_VALUE', `A page has a whole number of users, not ${limit}.`);
      }
      const rows = await this.#database.db
        .selectFrom('voices')
        .select(INFO_COLUMNS)
        .where('repository', '=', place.repository)
        .where('scenario', '=', place.scenario)
        .$if(after !== undefined, (query) => query.where('user_id', '>', after!))
        .orderBy('user_id')
        .limit(limit)
        .execute();
      return rows.map(userInfo);
    });
  }

  user(place: Place, userId: string): Promise<UserInfo | undefined> {
    return this.#gate.run(async () => {
      checkPlace(place);
      checkUserId(userId);
      const row = await this.#database.db
        .selectFrom('voices')
        .select(INFO_COLUMNS)
        .where('repository', '=', place.repository)
        .where('scenario', '=', place.scenario)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row && userInfo(row);
    });
  }

  deleteUser(place: Place, userId: string, caller: Caller): Promise<boolean> {
    return this.#delete(async (transaction) => {
      checkPlace(place);
      checkUserId(userId);
      await this.#database.lockKey(transaction, voiceKey(place, userId));
      const { numDeletedRows } = await transaction
        .deleteFrom('voices')
        .where('repository', '=', place.repository)
        .where('scenario', '=', place.scenario)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const deleted = numDeletedRows > 0n;
      const outcome = deleted ? 'DONE' : 'NOT_FOUND';
      const users = [{ userId, outcome }];
      const { repository, scenario } = place;
      await writeAudit(transaction, { action: 'user.delete', repository, scenario, users, outcome, caller });
      return deleted;
    });
  }

  voiceprints(place: Place, userIds: readonly string[]): Promise<ReadonlyMap<string, Voiceprint>> {
    return this.#gate.run(async () => {
      checkPlace(place);
      const wanted = [...new Set(userIds)];
      for (const userId of wanted) checkUserId(userId);
      const found = new Map<string, Voiceprint>();
      if (wanted.length === 0) return found;
      const rows: Selectable<VoicesTable>[] = await this.#database.db
        .selectFrom('voices')
        .selectAll()
        .where('repository', '=', place.repository)
        .where('scenario', '=', place.scenario)
        .where('user_id', 'in', wanted)
        .execute();
      for (const row of rows) found.set(row.user_id, await openVoice(row, this.#keys));
      return found;
    });
  }

  async enroll(
    place: Place,
    userId: string,
    change: EnrolmentChange,
    record: EnrolmentRecord,
  ): Promise<{ readonly transactionId: string; readonly created: boolean; readonly user: UserInfo }> {
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
    try {
      return await this.#change((transaction) =>
        enrolVoice(transaction, this.#database, this.#keys, { place, userId, change: guarded, record }),
      );
    } catch (error) {
      throw refusal === undefined ? error : refusal.error;
    }
  }

  record(record: OperationRecord): Promise<string> {
    return this.#change((transaction) => writeOperation(transaction, record));
  }

  #change<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#gate.run(() => this.#database.db.transaction().execute(work));
  }

  /** Also after nothing was deleted: an earlier call may have ended between its commit and the wiping. */
  #delete<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#gate.run(async () => {
      const done = await this.#database.db.transaction().execute(work);
      await this.#database.wipe();
      return done;
    });
  }

  async #hasRepository(repository: string): Promise<boolean> {
    const query = this.#database.db.selectFrom('repositories').select('repository');
    return (await query.where('repository', '=', repository).executeTakeFirst()) !== undefined;
  }
}
