import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql';
import { StoreError } from '../errors.ts';
import type { Turn } from './turn.ts';

/** Readers finish within milliseconds; the backup of a large database takes seconds. */
const PATIENCE_MS = 10_000;

/**
 * Moves everything from the write-ahead log to the database file and empties the log, which would otherwise keep old
 * pages, deleted rows included, until they happen to be overwritten. Other processes that are just reading delay it.
 */
export async function truncateLog(writer: Libsql.Database, writing: Turn, file: string): Promise<void> {
  const start = performance.now();
  while (!(await tryTruncate(writer, writing))) {
    if (performance.now() - start > PATIENCE_MS) {
      throw new StoreError(
        'ERR_STORE_BUSY',
        `Another process keeps the log of the database ${file} in use, so that it still holds deleted rows.`,
      );
    }
    await sleep(20 + Math.random() * 30);
  }
}

async function tryTruncate(writer: Libsql.Database, writing: Turn): Promise<boolean> {
  await writing.take();
  try {
    // That it was held up is no error of this statement but the first column of its answer.
    const [answer] = writer.prepare('pragma wal_checkpoint(truncate)').all() as { busy: number }[];
    return answer?.busy === 0;
  } finally {
    writing.give();
  }
}
