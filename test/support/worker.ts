import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { newFolder, program } from './server.ts';

export interface TestWorker {
  readonly child: ChildProcess;
  output(): string;
  log(): string;
  /** Sends a signal and answers with its exit code, null after a kill. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the real `locutor worker` with one engine process, and waits until that is up. */
export async function startWorker(env: NodeJS.ProcessEnv): Promise<TestWorker> {
  const child = spawn(process.execPath, [program, 'worker'], {
    cwd: newFolder(),
    env: { ...process.env, LOCUTOR_WORKERS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, log] = ['', ''];
  // Not 'exit': what it wrote last may arrive after that.
  const exited = once(child, 'close') as Promise<[number | null]>;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const up = new Promise<void>((resolve) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('works as')) resolve();
    }),
  );
  const failed = exited.then(([code]) => {
    throw new Error(`the worker exited with ${code}:\n${log}`);
  });
  await Promise.race([up, failed]);
  failed.catch(() => {});
  return {
    child,
    output: () => output,
    log: () => log,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
