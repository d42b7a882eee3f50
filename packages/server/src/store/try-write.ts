import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** As much as an enrolment writes: a voiceprint, its bill, its audit entry and their indices. */
const BYTES = 32 * 1024;

/** Writes a row, removes it and commits. Rejects where there is no room for it. Nobody ever sees the row. */
export async function tryWrite({ db }: Database): Promise<void> {
  const id = randomUUID();
  await db.transaction().execute(async (transaction) => {
    const filler = randomBytes(BYTES / 2).toString('hex');
    await transaction.insertInto('write_checks').values({ id, filler }).execute();
    await transaction.deleteFrom('write_checks').where('id', '=', id).execute();
  });
}
