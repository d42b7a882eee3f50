import { setImmediate as pause } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import type { RowKey } from '../keys/row-key.ts';

/**
 * A recording is kept in pieces of this size: each is a transaction of its own, so that a large one keeps no other writer
 * waiting. In the database, and not in files: another node has to find it there when this one dies.
 */
const PIECE = 1024 ** 2;
/** Pieces that are removed at once. */
const STEP = 8;

const part = (position: number) => `audio ${position}`;

export async function writeAudio(
  { db }: Database,
  id: string,
  key: RowKey,
  audio: Uint8Array,
): Promise<void> {
  for (let position = 0; position * PIECE < audio.length; position++) {
    const piece = audio.subarray(position * PIECE, (position + 1) * PIECE);
    const sealed = key.seal(part(position), piece);
    await db.insertInto('job_audio').values({ job_id: id, position, sealed }).execute();
    await pause();
  }
}

export async function readAudio({ db }: Database, id: string, key: RowKey): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (;;) {
    const row = await db
      .selectFrom('job_audio')
      .select('sealed')
      .where('job_id', '=', id)
      .where('position', '=', pieces.length)
      .executeTakeFirst();
    if (row === undefined) break;
    pieces.push(key.unseal(part(pieces.length), row.sealed));
    await pause();
  }
  if (pieces.length === 0)
    throw new StoreError('ERR_STORE_DAMAGED', `The recording of the job ${id} is missing.`);
  return Buffer.concat(pieces);
}

/** Removes, little by little, the recordings and the work of jobs that are over or gone. */
export async function removeLeftovers({ db }: Database): Promise<void> {
  const open = db.selectFrom('jobs').select('id').where('state', 'in', ['arriving', 'waiting', 'running']);
  for (;;) {
    const rows = await db
      .selectFrom('job_audio')
      .select(['job_id', 'position'])
      .where('job_id', 'not in', open)
      .limit(STEP)
      .execute();
    for (const { job_id, position } of rows) {
      await db
        .deleteFrom('job_audio')
        .where('job_id', '=', job_id)
        .where('position', '=', position)
        .execute();
      await pause();
    }
    if (rows.length < STEP) break;
  }
  await db.deleteFrom('job_work').where('job_id', 'not in', open).execute();
}
