import type { Store } from '../open-store.ts';
import { caller, enrolment, voiceprint } from './voices.ts';

type Work = (store: Store, report: (done: string) => void) => Promise<string | null>;

export const PLACE = { repository: 'default', scenario: 'default' };
/** How often one process adds to the voice that all share. */
export const ADDITIONS = 25;

/** What a test can have a process of its own do; those "until killed" report each step and never end. */
export const TASKS = {
  open: async () => null,

  'ensure-first': async (store) => (await store.tokens.ensureFirst()) ?? null,

  'issue-until-killed': async (store, report) => {
    for (;;) report(await store.tokens.issue({ name: 'one of many', scopes: ['verify'] }, caller));
  },

  'add-to-one-voice': async (store) => {
    for (let count = 0; count < ADDITIONS; count++) await add(store, 'shared', `${process.pid}-${count}`);
    return String(process.pid);
  },

  'enrol-until-killed': async (store, report) => {
    for (let count = 0; ; count++) {
      const mark = `${process.pid}-${count}`;
      const userId = `user ${count % 5}`;
      report(JSON.stringify({ userId, mark, transactionId: await add(store, userId, mark) }));
    }
  },

  'rotate-until-killed': async (store, report) => {
    for (;;) report((await store.keys.rotate(caller)).key);
  },
} as const satisfies Record<string, Work>;

export type Task = keyof typeof TASKS;

/** The bytes of these voices are a list of marks, one for each enrolment, so that a lost or doubled one is seen. */
async function add(store: Store, userId: string, mark: string): Promise<string> {
  const { transactionId } = await store.biometrics.enroll(
    PLACE,
    userId,
    (current) => ({
      voiceprint: voiceprint({
        bytes: Buffer.concat([current?.bytes ?? Buffer.of(), Buffer.from(`${mark}\n`)]),
        utterances: (current?.utterances ?? 0) + 1,
      }),
    }),
    enrolment,
  );
  return transactionId;
}

export async function marksOf(store: Store, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = await store.biometrics.voiceprints(PLACE, userIds);
  return new Map(
    [...found].map(([userId, { bytes }]) => [userId, Buffer.from(bytes).toString().trimEnd().split('\n')]),
  );
}
