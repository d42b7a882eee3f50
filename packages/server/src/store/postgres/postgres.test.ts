import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../open-store.ts';
import { startPostgres } from '../testing/postgres.ts';

const postgres = await startPostgres();
const unavailable = 'unavailable' in postgres ? postgres.unavailable : undefined;
const dataDir = await mkdtemp(join(tmpdir(), 'locutor-store-'));
afterAll(async () => {
  if ('stop' in postgres) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const warnings: string[] = [];
const log = { warn: (_details: object, message: string) => warnings.push(message) };
const open = (url: string) => openStore(url, { dataDir, log });

/** Everything an operator or a log could come to see of an error. */
async function failure(url: string): Promise<{ code: string; text: string }> {
  const error = (await open(url).then(
    () => expect.fail('opened'),
    (reason) => reason,
  )) as { code: string; message: string; stack: string; cause?: Error };
  const cause = `${error.cause?.message} ${JSON.stringify(error.cause)}`;
  return { code: error.code, text: `${error.message} ${error.stack} ${JSON.stringify(error)} ${cause}` };
}

describe('an unreachable PostgreSQL', () => {
  it('is named without its password when nobody listens or the host is unknown', async () => {
    for (const host of ['127.0.0.1:1', 'nowhere.invalid:5432']) {
      const { code, text } = await failure(`postgres://voices:hush-hush@${host}/voices`);
      expect(code).toBe('ERR_STORE_UNREACHABLE');
      expect(text).toContain(`PostgreSQL at postgres://voices@${host}/voices cannot be reached`);
      expect(text).not.toContain('hush');
    }
  });

  it('is given up on when it accepts the connection and then says nothing', async () => {
    const sockets: Socket[] = [];
    const server: Server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { code, text } = await failure(`postgres://voices:hush-hush@127.0.0.1:${port}/voices`);
    expect(code).toBe('ERR_STORE_UNREACHABLE');
    expect(text).not.toContain('hush');
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});

describe.skipIf(unavailable !== undefined)(
  `PostgreSQL${unavailable ? `, skipped: ${unavailable}` : ''}`,
  () => {
    let store: Store | undefined;
    afterEach(() => store?.close());
    const createDatabase = () => ('createDatabase' in postgres ? postgres.createDatabase() : expect.fail());

    it('says that it refused a wrong password, user or database', async () => {
      const url = new URL(await createDatabase());
      const wrongPassword = Object.assign(new URL(url), { password: 'hush-hush' });
      const wrongName = Object.assign(new URL(url), { pathname: '/elsewhere' });
      for (const wrong of [wrongPassword, wrongName]) {
        const { code, text } = await failure(wrong.href);
        expect(code).toBe('ERR_STORE_REFUSED');
        expect(text).not.toContain(wrong.password);
      }
    });

    it('refuses a user who may not create tables', async () => {
      const url = await createDatabase();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("create role reader login password 'reader'");
      await client.end();
      const { code } = await failure(
        Object.assign(new URL(url), { username: 'reader', password: 'reader' }).href,
      );
      expect(code).toBe('ERR_STORE_REFUSED');
    });

    it('is reached again after it ended every connection', async () => {
      const url = await createDatabase();
      store = await open(url);
      const text = await store.tokens.ensureFirst();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      );
      await client.end();
      while (warnings.length === 0) await sleep(10);
      expect(warnings[0]).toContain('lost a connection to PostgreSQL at postgres://locutor@127.0.0.1');
      await store.ready();
      expect(await store.tokens.check(text ?? '')).toBeDefined();
    });

    it('is not ready while it does not answer, and health checks share one connection', async () => {
      const url = await createDatabase();
      store = await open(url);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('begin; lock table tokens in access exclusive mode');
      const checks = await Promise.allSettled(Array.from({ length: 30 }, () => store?.ready()));
      for (const check of checks) {
        expect(check).toMatchObject({ status: 'rejected', reason: { code: 'ERR_STORE_UNREACHABLE' } });
      }
      const { rows } = await client.query(
        "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      expect(rows).toEqual([{ waiting: 1 }]);
      await client.query('commit');
      await client.end();
      await store.ready();
    });
  },
);
