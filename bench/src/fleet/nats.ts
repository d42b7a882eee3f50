import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface BenchNats {
  readonly url: string;
  /** Where it says what it does, as JSON. */
  readonly monitor: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Brings it back on the same port. */
  start(): Promise<void>;
  stop(): void;
}

/** A NATS server for the duration of a benchmark. */
export async function startNats(): Promise<BenchNats> {
  const [port, monitorPort] = [await freePort(), await freePort()];
  let child: ChildProcess;
  const start = async () => {
    const args = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitorPort)];
    child = spawn('nats-server', args, {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('error', () =>
        reject(new Error('nats-server is not installed: apt-get install nats-server')),
      );
      child.stderr!.on('data', (text: Buffer) => text.includes('Server is ready') && resolve());
    });
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    monitor: `http://127.0.0.1:${monitorPort}`,
    start,
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    stop: () => void child.kill(),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
