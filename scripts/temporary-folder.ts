// Global set-up of vitest: the tests, and the processes that they start, have a temporary folder of their own. Many files
// cannot clean up behind themselves: vitest ends their processes, and tests end servers with SIGKILL.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Short: the paths of sockets have at most 107 bytes. */
const PREFIX = 'locutor-tests-';

export default function setup(): (() => void) | undefined {
  // Every project runs its set-up in the same process.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // As the system's own is: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    // Again and again, if something is still writing there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}
