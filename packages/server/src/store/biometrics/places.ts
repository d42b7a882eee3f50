import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { writeAudit } from '../records/write.ts';
import type { Schema } from '../schema.ts';
import { checkNote, checkPlace, checkRepository } from './names.ts';
import type { Caller, Place, RepositoryInfo, ScenarioInfo } from './types.ts';

/** What a new repository has from the start, and what a client means that names none. */
const DEFAULT_SCENARIO = 'default';

export async function listRepositories(db: Kysely<Schema>): Promise<RepositoryInfo[]> {
  const rows = await db
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
}

export async function insertRepository(
  transaction: Transaction<Schema>,
  repository: string,
  description: string,
  caller: Caller,
): Promise<boolean> {
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
}

/** Its scenarios and their voices go with it. */
export async function removeRepository(
  transaction: Transaction<Schema>,
  repository: string,
  caller: Caller,
): Promise<boolean> {
  checkRepository(repository);
  const removal = transaction.deleteFrom('repositories').where('repository', '=', repository);
  const { numDeletedRows } = await removal.executeTakeFirst();
  const outcome = numDeletedRows > 0n ? 'DONE' : 'NOT_FOUND';
  await writeAudit(transaction, { action: 'repository.delete', repository, outcome, caller });
  return numDeletedRows > 0n;
}

export async function listScenarios(
  db: Kysely<Schema>,
  repository: string,
): Promise<ScenarioInfo[] | undefined> {
  checkRepository(repository);
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
  if (rows.length === 0 && !(await hasRepository(db, repository))) return undefined;
  return rows.map(({ scenario, description, created_at, users }) => ({
    scenario,
    description,
    createdAt: new Date(created_at),
    users: users ?? 0,
  }));
}

export async function insertScenario(
  transaction: Transaction<Schema>,
  { locksRows }: Database,
  place: Place,
  description: string,
  caller: Caller,
): Promise<'created' | 'exists' | 'no-repository'> {
  checkPlace(place);
  checkNote('A description', description);
  const { repository, scenario } = place;
  // Held until the end, so that the repository does not go in between.
  const found = await transaction
    .selectFrom('repositories')
    .select('repository')
    .where('repository', '=', repository)
    .$if(locksRows, (query) => query.forKeyShare())
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
}

/** Its voices go with it. */
export async function removeScenario(
  transaction: Transaction<Schema>,
  place: Place,
  caller: Caller,
): Promise<boolean> {
  checkPlace(place);
  const { repository, scenario } = place;
  const { numDeletedRows } = await transaction
    .deleteFrom('scenarios')
    .where('repository', '=', repository)
    .where('scenario', '=', scenario)
    .executeTakeFirst();
  const outcome = numDeletedRows > 0n ? 'DONE' : 'NOT_FOUND';
  await writeAudit(transaction, { action: 'scenario.delete', repository, scenario, outcome, caller });
  return numDeletedRows > 0n;
}

export async function missingPart(
  db: Kysely<Schema>,
  place: Place,
): Promise<'repository' | 'scenario' | undefined> {
  checkPlace(place);
  const found = await db
    .selectFrom('scenarios')
    .select('scenario')
    .where('repository', '=', place.repository)
    .where('scenario', '=', place.scenario)
    .executeTakeFirst();
  if (found !== undefined) return undefined;
  return (await hasRepository(db, place.repository)) ? 'scenario' : 'repository';
}

async function hasRepository(db: Kysely<Schema>, repository: string): Promise<boolean> {
  const query = db.selectFrom('repositories').select('repository').where('repository', '=', repository);
  return (await query.executeTakeFirst()) !== undefined;
}
