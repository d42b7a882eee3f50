import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries, type RunAs, unprivilegedUser } from './postgres-binaries.ts';

const START_MS = 30_000;

/** A PostgreSQL of the tests' own, on a free port of 127.0.0.1, its data in a temporary folder. */
export interface TestPostgres {
  /** Makes an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Ends the server at once, as a crash does; its data stays. */
  crash(): Promise<void>;
  /** The same with SIGKILL, which not even the server itself notices. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns the reason where PostgreSQL cannot be had, for the suite to say when it is skipped. With
 * `asShipped` it has PostgreSQL's own settings for the disk and memory, for measurements.
 */
export async function startPostgres({
  asShipped = false,
} = {}): Promise<TestPostgres | { readonly unavailable: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'locutor-postgres-'));
  const clean = () => rm(folder, { recursive: true, force: true });
  try {
    const runAs = unprivilegedUser();
    await giveTo(runAs, folder);
    const binaries = await findBinaries(runAs, folder);
    const password = randomBytes(12).toString('hex');
    await createCluster(binaries, folder, password, runAs);
    const { server, port } = await startServer(binaries, folder, password, runAs, asShipped);
    const address = (database: string) => `postgres://locutor:${password}@127.0.0.1:${port}/${database}`;
    let databases = 0;
    return {
      createDatabase: async () => {
        const name = `test_${++databases}`;
        // Words in the order of a dictionary, as many real ones have it: a list that relies on it differs from SQLite's.
        const locale = "template template0 locale_provider icu icu_locale 'en-US'";
        await query(address('postgres'), `create database ${name} ${locale}`).catch(() =>
          query(address('postgres'), `create database ${name}`),
        );
        return address(name);
      },
      crash: async () => {
        server.stdin?.write('crash\n');
        await until(async () => !(await answers(address('postgres'))));
      },
      kill: async () => {
        server.stdin?.write('kill\n');
        await until(async () => !(await answers(address('postgres'))));
      },
      restart: async () => {
        server.stdin?.write('start\n');
        await until(() => answers(address('postgres')));
      },
      stop: async () => {
        await end(server);
        await clean();
      },
    };
  } catch (error) {
    await clean();
    return { unavailable: (error as Error).message };
  }
}

async function createCluster(
  binaries: string,
  folder: string,
  password: string,
  runAs: RunAs,
): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(runAs, passwordFile);
  const options = ['--username=locutor', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const quick = ['--no-sync', '--encoding=UTF8', '--locale=C'];
  const program = join(binaries, 'initdb');
  await promisify(execFile)(program, ['-D', join(folder, 'data'), ...options, ...quick], {
    ...runAs,
    cwd: folder,
  });
}

async function giveTo({ uid, gid }: RunAs, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** Another program may take the free port before PostgreSQL does, hence a second and a third try. */
async function startServer(
  binaries: string,
  folder: string,
  password: string,
  runAs: RunAs,
  asShipped: boolean,
) {
  let failure: unknown;
  for (let attempt = 0; attempt < 3; attempt++) {
    const port = await freePort();
    const server = launch(binaries, folder, port, runAs, asShipped);
    try {
      await answering(server, `postgres://locutor:${password}@127.0.0.1:${port}/postgres`);
      return { server, port };
    } catch (error) {
      failure = error;
      await end(server);
    }
  }
  throw failure;
}

/**
 * A shell holds the server and waits for the end of its own input, which comes even when the test process is
 * killed; so no server or folder outlives the tests.
 */
function launch(
  binaries: string,
  folder: string,
  port: number,
  runAs: RunAs,
  asShipped: boolean,
): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    ...(!asShipped && { fsync: 'off', shared_buffers: '16MB' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const script = `alive() { for each in $children; do kill -0 $each 2>/dev/null && return 0; done; return 1; }
    "$@" & server=$!
    while read -r command; do
      case $command in
        crash) kill -QUIT $server; wait $server;;
        kill)
          children=$(cat /proc/$server/task/$server/children)
          kill -KILL $server; wait $server
          # They notice by themselves; a server that starts before has no access to the memory they share.
          for turn in $(seq 100); do alive || break; sleep 0.05; done;;
        start) "$@" & server=$!;;
      esac
    done
    kill -QUIT $server; wait $server; rm -rf "$PWD"`;
  const command = [join(binaries, 'postgres'), '-D', 'data', ...flags];
  const stdio = ['pipe', 'ignore', 'pipe'] as const;
  return spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...runAs,
    cwd: folder,
    stdio: [...stdio],
    detached: true,
  });
}

async function answering(server: ChildProcess, address: string): Promise<void> {
  let said = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      return await query(address, 'select 1');
    } catch (error) {
      const over = /could not bind|shutting down|could not create/i.test(said) || Date.now() > deadline;
      if (over) throw new Error(`PostgreSQL did not start: ${said.trim()}`, { cause: error });
    }
    await sleep(50);
  }
}

function answers(address: string): Promise<boolean> {
  return query(address, 'select 1').then(
    () => true,
    () => false,
  );
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not do as it was told');
    await sleep(50);
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const gone = once(server, 'exit');
  server.stdin?.end();
  await gone;
}

async function query(address: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
