import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchAnswers } from './contract/watch.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');

/** A request needs to know this much of a server. */
export interface ServerAddress {
  /** Where it listens, with the path prefix. */
  readonly url: string;
  readonly token: string;
}

export interface TestServer extends ServerAddress {
  readonly child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  log(): string;
  /** Asks it to stop and answers with its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the real command in a folder of its own, and waits until it says that it serves. Whatever it answers to this
 * process is compared with its own description.
 */
export async function startServer(
  env: NodeJS.ProcessEnv = {},
  folder = newFolder(),
  args: readonly string[] = [],
): Promise<TestServer> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, LOCUTOR_PORT: '0', LOCUTOR_WORKERS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  // Not 'exit': what it wrote last may arrive after that.
  const exited = once(child, 'close') as Promise<[number | null]>;
  const greeted = new Promise<void>((resolve) =>
    child.stdout.on('data', () => output.includes('/health/ready') && resolve()),
  );
  await Promise.race([
    greeted,
    exited.then(([code]) => {
      throw new Error(`the server exited with ${code}:\n${log}`);
    }),
  ]);
  const url = addressIn(output);
  await watchAnswers(url);
  return {
    url,
    token: tokenIn(output),
    child,
    output: () => output,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}

/** These read what the greeting of a server names. */
export const addressIn = (output: string) => /serves at (\S+)/.exec(output)![1]!;
export const tokenIn = (output: string) => /token +(loc_[\w-]+)/.exec(output)?.[1] ?? '';

/** The engine processes of a server or a worker. */
export function childrenOf({ child }: Pick<TestServer, 'child'>): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' });
  return stdout.trim().split('\n').filter(Boolean).map(Number);
}

const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-e2e-'));
  folders.push(folder);
  return folder;
}

process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
