import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenOf } from './children-of.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/server/bin/locutor.mjs', import.meta.url));

/** The real `locutor worker` with one engine process, in a folder of its own. */
export class BenchWorker {
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
  }

  /** Resolves when its engine process is up. */
  static async start(busUrl: string, env: NodeJS.ProcessEnv = {}): Promise<BenchWorker> {
    const folder = mkdtempSync(join(tmpdir(), 'locutor-bench-'));
    const child = spawn(process.execPath, [PROGRAM, 'worker'], {
      cwd: folder,
      env: { ...process.env, LOCUTOR_BUS_URL: busUrl, LOCUTOR_WORKERS: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [printed, log] = ['', ''];
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('works as')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`the worker exited with ${code}:\n${log}`)));
    });
    return new BenchWorker(child, folder);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  engines(): number[] {
    return childrenOf(this.pid);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill(signal);
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
