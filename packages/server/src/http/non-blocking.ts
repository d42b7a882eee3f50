import { constants, fstatSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * A descriptor for the same output whose writes never wait for a slow reader but fail with EAGAIN. A thread that waits
 * instead would hold the end of the process up, for ever where nobody reads. Files do not wait and are used as they are.
 */
export function nonBlocking(descriptor: number): number {
  const output = fstatSync(descriptor);
  if (output.isFile()) return descriptor;
  if (output.isFIFO() || isatty(descriptor)) {
    try {
      // Opened anew, because a terminal or pipe is shared with other programs, which may expect to wait.
      return openSync(
        `/dev/fd/${descriptor}`,
        constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_APPEND,
      );
    } catch {
      // Not on this system, or not for this user.
    }
  }
  // Node makes pipes and sockets of the standard streams non-blocking when it first uses them.
  return descriptor === 2 ? process.stderr.fd : descriptor;
}
