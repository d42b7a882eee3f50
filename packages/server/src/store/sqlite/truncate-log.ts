import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../errors.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Turn } from './turn.ts';

/** Readers finish within milliseconds; the backup of a large database takes seconds. */
const PATIENCE_MS = 10_000;

/**
 * Moves everything from the write-ahead log to the database file and empties the log, which would otherwise keep old
 * pages, deleted rows included, until they happen to be overwritten. Other processes that are just reading delay it.
 */
export async function truncateLog(checkpoints: Checkpoints, writing: Turn, file: string): Promise<void> {
  const start = performance.now();
  while (!(await tryTruncate(checkpoints, writing))) {
    if (performance.now() - start > PATIENCE_MS) {
      throw new StoreError(
        'ERR_STORE_BUSY',
        `Another process keeps the log of the database ${file} in use, so that it still holds deleted rows.`,
      );
    }
    await sleep(20 + Math.random() * 30);
  }
}

async function tryTruncate(checkpoints: Checkpoints, writing: Turn): Promise<boolean> {
  await writing.take();
  try {
    return await checkpoints.run('truncate');
  } finally {
    writing.give();
  }
}
