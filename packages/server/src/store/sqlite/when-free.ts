import { setTimeout as sleep } from 'node:timers/promises';

/** How long a writer waits for another process before it gives up. */
const PATIENCE_MS = 5_000;

/**
 * Repeats an action while another process holds the database. libsql is synchronous, so waiting inside SQLite
 * (busy_timeout) would stop every other request of this process; most of the wait is spent out here.
 */
export async function whenFree<T>(action: () => T): Promise<T> {
  const start = performance.now();
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > PATIENCE_MS) throw error;
    }
    await sleep(10 + Math.random() * 30);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
