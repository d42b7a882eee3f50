import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** As much as an enrolment writes: a voiceprint, its bill, its audit entry and their indices. */
const BYTES = 32 * 1024;

/** Writes a row, removes it and commits. Rejects where there is no room for it. Nobody ever sees the row. */
export async function tryWrite({ db }: Database): Promise<void> {
  // Bills have positive ids.
  const id = -randomBytes(8).readBigUInt64BE() / 4n - 1n;
  await db.transaction().execute(async (transaction) => {
    const row = {
      transaction_id: id,
      time: 0,
      operation: 'trial',
      repository: '',
      scenario: '',
      users: 0,
      audio_ms: 0,
      speech_ms: 0,
      outcome: randomBytes(BYTES / 2).toString('hex'),
    };
    await transaction.insertInto('billing').values(row).execute();
    await transaction.deleteFrom('billing').where('transaction_id', '=', id).execute();
  });
}
