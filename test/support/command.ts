import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './server.ts';

const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
  /** Ctrl-C is pressed as soon as this is so. */
  readonly interruptWhen?: () => boolean;
  /** Reads no more of its output than the first line, as "| head -1" does, and never ends its input. */
  readonly firstLineOnly?: boolean;
}

/** Runs the real command, as a shell would. */
export function locutor(
  args: readonly string[],
  { cwd = root, env, input = '', interruptWhen, firstLineOnly = false }: Running = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...process.env, LOCUTOR_WORKERS: '1', ...env },
      // A group of its own, as a terminal gives to what it starts.
      detached: interruptWhen !== undefined,
    });
    const looking = setInterval(() => {
      if (!interruptWhen?.()) return;
      clearInterval(looking);
      process.kill(-child.pid!, 'SIGINT');
    }, 20);
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (firstLineOnly && out.includes('\n')) child.stdout.destroy();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.once('close', (code) => {
      clearInterval(looking);
      resolve({ code, out, err });
    });
    // A command may end without reading it.
    child.stdin.on('error', () => {});
    if (firstLineOnly) child.stdin.write(input);
    else child.stdin.end(input);
  });
}
