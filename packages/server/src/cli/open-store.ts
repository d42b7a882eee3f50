import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Config } from '../config/index.ts';
import { createLog } from '../http/log.ts';
import type { Registry } from '../operations/users/users.ts';
import {
  type Action,
  type AuditLog,
  type Caller,
  openConfiguredStore,
  type Store,
  StoreError,
} from '../store/index.ts';

/** Opens the configured store for one command. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openConfiguredStore(config, createLog(config));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Opens the configured store for commands about users, scenarios and repositories. */
export function withRegistry<T>(config: Config, work: (registry: Registry) => Promise<T>): Promise<T> {
  return withStore(config, ({ biometrics, records }) => work({ biometrics, audit: tolerant(records) }));
}

/**
 * Reports an entry that could not be written, and continues: a full disk must not prevent a backup, and whoever can run
 * the command can read the files of the database anyway.
 */
function tolerant(log: AuditLog): AuditLog {
  return {
    async note(event) {
      await log.note(event).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error;
        process.stderr.write(
          `locutor: "${event.action} ${event.outcome}" is not in the audit log: ${error.message}\n`,
        );
      });
    },
  };
}

/** Runs an export: the audit log says that it began before anything is written, and how it ended. */
export async function audited<T>(log: AuditLog, action: Action, work: () => Promise<T>): Promise<T> {
  const audit = tolerant(log);
  const event = { action, caller: commandCaller() };
  await audit.note({ ...event, outcome: 'STARTED' });
  const done = await work().catch(async (error: unknown) => {
    await audit.note({ ...event, outcome: error instanceof StoreError ? error.code : 'ERR_INTERNAL' });
    throw error;
  });
  await audit.note({ ...event, outcome: 'DONE' });
  return done;
}

/** The person at the command line, for the audit log. */
export function commandCaller(): Caller {
  return { actor: `command:${userName()}`, requestId: `command-${randomBytes(6).toString('hex')}` };
}

/** The user who runs this, by name where there is one. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
