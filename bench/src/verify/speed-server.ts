import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchServer } from '../bench-server.ts';
import { openConfiguredStore, openSqlite, type Store } from './server-store.ts';

const PLACE = { repository: 'default', scenario: 'default' };
const BATCH = 200;

export interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly body: { code?: string; message?: string };
}

/** A real server with one engine process and a database of its own. */
export class SpeedServer {
  readonly #server: BenchServer;

  private constructor(server: BenchServer) {
    this.#server = server;
  }

  static async start(env: NodeJS.ProcessEnv = {}, root?: string): Promise<SpeedServer> {
    const options = { env: { LOCUTOR_WORKERS: '1', ...env }, ...(root !== undefined && { root }) };
    return new SpeedServer(await BenchServer.start(options));
  }

  get url(): string {
    return this.#server.url;
  }

  get pid(): number {
    return this.#server.pid;
  }

  get #dataDir(): string {
    return join(this.#server.folder, 'data');
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  verify(request: object, audios: readonly Uint8Array<ArrayBuffer>[]): Promise<Answer> {
    return this.#send('verify', request, audios);
  }

  enroll(userId: string, audios: readonly Uint8Array<ArrayBuffer>[]): Promise<Answer> {
    return this.#send('enroll', { user_id: userId }, audios);
  }

  async #send(
    operation: string,
    request: object,
    audios: readonly Uint8Array<ArrayBuffer>[],
  ): Promise<Answer> {
    const form = new FormData();
    form.append('enroll', new Blob([JSON.stringify(request)], { type: 'application/json' }));
    for (const audio of audios) form.append('audio', new Blob([audio]));
    const begun = performance.now();
    const answer = await fetch(`${this.url}/rest/v3/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#server.token}` },
      body: form,
    });
    const body = (await answer.json()) as Answer['body'];
    return { status: answer.status, ms: performance.now() - begun, body };
  }

  async withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const log = { info() {}, warn() {}, error() {} };
    const settings = { databaseUrl: 'auto', dataDir: this.#dataDir, voiceprintKeys: [] };
    const store = await openConfiguredStore(settings, log as never);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** The voice of one user under other names too. */
  async copyVoice(from: string, names: readonly string[]): Promise<void> {
    await this.withStore(async ({ biometrics }) => {
      const voiceprint = (await biometrics.voiceprints(PLACE, [from])).get(from)!;
      const caller = { actor: 'bench', requestId: 'bench' };
      const record = { operation: 'enroll', audioMs: 0, speechMs: 0, caller } as const;
      for (const name of names) await biometrics.enroll(PLACE, name, () => ({ voiceprint }), record);
    });
  }

  /** Users whom nobody asks about, written past the store, whose seals are those of another: as many rows, as large. */
  async fill(count: number): Promise<void> {
    const { db, close } = await openSqlite(join(this.#dataDir, 'locutor.db'));
    const row = await db.selectFrom('voices').selectAll().limit(1).executeTakeFirstOrThrow();
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => ({
        ...row,
        user_id: `filler-${from + n}`,
      }));
      await db.insertInto('voices').values(rows).execute();
    }
    await close();
  }

  /** What one VERIFY takes of the database, asked from this process; the second time, as in a server that is at work. */
  readingMs(userIds: readonly string[]): Promise<number> {
    return this.withStore(async ({ biometrics }) => {
      await biometrics.voiceprints(PLACE, userIds);
      const begun = performance.now();
      await biometrics.voiceprints(PLACE, userIds);
      return performance.now() - begun;
    });
  }

  async countBilled(): Promise<number> {
    return this.withStore(async ({ records }) => {
      let count = 0;
      for await (const { operation, outcome } of records.billing({})) {
        if (operation === 'verify' && outcome === 'DONE') count++;
      }
      return count;
    });
  }

  /** Milliseconds of processor time of the server and its engine process; none where /proc is not there. */
  processorMs(): number {
    try {
      const pids = [this.pid, ...this.#server.engines()];
      return pids.reduce((sum, pid) => {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
        return sum + 10 * (Number(fields[11]) + Number(fields[12]));
      }, 0);
    } catch {
      return Number.NaN;
    }
  }

  /** Resident mebibytes of the main process. */
  residentMb(): number {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))![1]) / 1024;
    } catch {
      return Number.NaN;
    }
  }
}
