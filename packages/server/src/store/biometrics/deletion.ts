import { setImmediate as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { writeAudit } from '../records/write.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from '../transaction.ts';
import type { Caller } from './types.ts';

const STEP = 500;

/** A whole repository, or one scenario of it. */
interface Doomed {
  readonly repository: string;
  readonly scenario?: string;
}

/**
 * Deletes most of the voices of a place in small steps before `remove` takes the place itself: 100,000 at once would hold
 * SQLite, and with it every other request, for seconds. That it began is in the audit log with the first step, whatever
 * becomes of the others.
 */
export async function deletePlace(
  database: Database,
  place: Doomed,
  caller: Caller,
  remove: (transaction: Transaction<Schema>) => Promise<boolean>,
): Promise<boolean> {
  let begun = false;
  try {
    while (await deleteSome(database, place, begun ? undefined : caller)) {
      begun = true;
      await pause();
    }
    return await inTransaction(database, remove);
  } catch (error) {
    if (!begun) throw error;
    const { message, cause } = database.explain(error);
    const reason = `${message} Some of the voices are already deleted; repeat the deletion for the rest.`;
    throw new StoreError('ERR_STORE_PARTLY', reason, { cause });
  }
}

/** False when there are too few for a step of their own. `beginner` is who began with this step. */
async function deleteSome(
  database: Database,
  { repository, scenario }: Doomed,
  beginner: Caller | undefined,
): Promise<boolean> {
  const rows = await database.db
    .selectFrom('voices')
    .select(['scenario', 'user_id'])
    .where('repository', '=', repository)
    .$if(scenario !== undefined, (query) => query.where('scenario', '=', scenario!))
    .orderBy('scenario')
    .orderBy('user_id')
    .limit(STEP)
    .execute();
  const [first] = rows;
  if (first === undefined || rows.length < STEP) return false;
  const last = rows.findLast((row) => row.scenario === first.scenario)!;
  await inTransaction(database, async (transaction) => {
    await transaction
      .deleteFrom('voices')
      .where('repository', '=', repository)
      .where('scenario', '=', first.scenario)
      .where('user_id', '<=', last.user_id)
      .execute();
    if (beginner === undefined) return;
    const [action, where] =
      scenario === undefined
        ? (['repository.delete', { repository }] as const)
        : (['scenario.delete', { repository, scenario }] as const);
    await writeAudit(transaction, { action, ...where, outcome: 'STARTED', caller: beginner });
  });
  return true;
}

/** To be called when rows are deleted permanently: what fails here has not undone that. */
export async function wipeDeleted(database: Database): Promise<void> {
  try {
    await database.wipe();
  } catch (error) {
    const { message, cause } = database.explain(error);
    const reason = `${message} The data is deleted but not yet overwritten; delete it again to overwrite it.`;
    throw new StoreError('ERR_STORE_NOT_WIPED', reason, { cause });
  }
}
