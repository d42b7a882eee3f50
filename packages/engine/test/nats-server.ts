import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Where distributions put it. */
const PLACES = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];

function installed(): string | undefined {
  return [process.env.LOCUTOR_NATS_SERVER ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** The server of the system, installed now where that is allowed; otherwise the reason why there is none. */
export function findNatsServer(): { readonly path: string } | { readonly unavailable: string } {
  const before = installed();
  if (before !== undefined) return { path: before };
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) {
    return {
      unavailable:
        'there is no nats-server, and no apt-get to install it; set LOCUTOR_NATS_SERVER to its path',
    };
  }
  if (process.getuid?.() !== 0) {
    return {
      unavailable: 'there is no nats-server, and only root may install it: apt-get install nats-server',
    };
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0;
  const install = () => run('install', '-y', '--no-install-recommends', 'nats-server');
  if (!install()) run('update') && install();
  const after = installed();
  return after === undefined ? { unavailable: 'apt-get could not install nats-server' } : { path: after };
}

export interface TestNats {
  readonly url: string;
  readonly port: number;
  /** Ends it at once, as a crash would; `start` brings it back on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A server of its own, on a free port. */
export async function startNats(path: string, args: readonly string[] = []): Promise<TestNats> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(path, ['-a', '127.0.0.1', '-p', String(port), ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child!.stderr!.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (log.includes('Server is ready')) resolve();
      });
      child!.once('exit', (code) => reject(new Error(`nats-server exited with ${code}:\n${log}`)));
    });
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return { url: `nats://127.0.0.1:${port}`, port, start, kill };
}

/** The same for the duration of one test. */
export async function natsForTest(path: string, args?: readonly string[]): Promise<TestNats> {
  const nats = await startNats(path, args);
  onTestFinished(() => nats.kill());
  return nats;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
