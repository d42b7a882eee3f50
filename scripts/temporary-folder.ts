// Global set-up of vitest: the tests, and the processes that they start, have a temporary folder of their own. Many files
// cannot clean up behind themselves: vitest ends their processes, and tests end servers with SIGKILL.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Short: the paths of sockets have at most 107 bytes. */
const PREFIX = 'locutor-tests-';
const TRIES = 20;

export default function setup(): (() => void) | undefined {
  // Every project runs its set-up in the same process.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // As the system's own is: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  // Ctrl-C ends a run without its tear-down.
  process.once('exit', () => remove(folder));
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    remove(folder);
  };
}

/** Ends the server that the files have shared. */
function endSharedServer(folder: string): void {
  const file = join(folder, 'shared-server', 'pid');
  if (!existsSync(file)) return;
  try {
    // Its group: its engine processes as well.
    process.kill(-Number(readFileSync(file, 'utf8')), 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Tries again where a process that ends just now still writes. */
function remove(folder: string): void {
  endSharedServer(folder);
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  console.error(`${folder} could not be removed: something still writes there`);
}
