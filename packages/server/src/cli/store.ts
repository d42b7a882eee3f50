import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Config } from '../config/index.ts';
import { createLog } from '../http/log.ts';
import { type Caller, openConfiguredStore, type Store } from '../store/index.ts';

/** Opens the configured store for one command. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openConfiguredStore(config, createLog(config));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The person at the command line, for the audit log. */
export function commandCaller(): Caller {
  return { actor: `command:${userName()}`, requestId: `command-${randomBytes(6).toString('hex')}` };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that no user list knows.
    return String(process.getuid?.() ?? 'unknown');
  }
}
