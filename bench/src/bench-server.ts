import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenOf } from './children-of.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What is kept of the log: the end says why a server stopped. */
const LOG_CHARACTERS = 1_000_000;

export interface BenchServerOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Where it runs and keeps its data. Default: a new one, removed at the end. */
  readonly folder?: string;
  /** The checkout that it is started from. */
  readonly root?: string;
}

/** The real command in a folder of its own, on a free port. */
export class BenchServer {
  readonly url: string;
  /** Of its first start; empty later. */
  readonly token: string;
  readonly child: ChildProcess;
  readonly folder: string;
  readonly #keepsFolder: boolean;
  readonly #log: () => string;

  private constructor(
    child: ChildProcess,
    printed: string,
    log: () => string,
    folder: string,
    keeps: boolean,
  ) {
    this.child = child;
    this.url = /serves at (\S+)/.exec(printed)![1]!;
    this.token = /token +(loc_\w+)/.exec(printed)?.[1] ?? '';
    this.folder = folder;
    this.#keepsFolder = keeps;
    this.#log = log;
  }

  static async start({ env = {}, folder, root = ROOT }: BenchServerOptions = {}): Promise<BenchServer> {
    const home = folder ?? mkdtempSync(join(tmpdir(), 'locutor-bench-'));
    const child = spawn(process.execPath, [join(root, 'packages/server/bin/locutor.mjs')], {
      cwd: home,
      env: { ...process.env, LOCUTOR_PORT: '0', LOCUTOR_DATA_DIR: join(home, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [printed, log] = ['', ''];
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LOG_CHARACTERS);
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('/health/ready')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`the server exited with ${code}:\n${printed}${log}`)));
    }).catch((error: unknown) => {
      if (folder === undefined) rmSync(home, { recursive: true, force: true });
      throw error;
    });
    return new BenchServer(child, printed, () => log, home, folder !== undefined);
  }

  get pid(): number {
    return this.child.pid!;
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  log(): string {
    return this.#log();
  }

  /** The engine processes; none where there is no /proc. */
  engines(): number[] {
    return childrenOf(this.pid);
  }

  /** Sends a signal; the exit code, or the signal that ended it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
    if (this.alive) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode ?? this.child.signalCode!;
  }

  /** Stops it and removes its folder, unless that was there before. */
  async stop(): Promise<number | string> {
    const end = await this.end();
    if (!this.#keepsFolder) rmSync(this.folder, { recursive: true, force: true });
    return end;
  }
}
