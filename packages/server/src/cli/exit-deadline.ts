import { spawn } from 'node:child_process';

/** Ends when the pipe from the server closes, which is when the server has ended; otherwise ends the server. */
const WATCHDOG = `
const [pid, ms] = process.argv.slice(1).map(Number);
process.stdin.on('end', () => process.exit()).on('error', () => process.exit()).resume();
setTimeout(() => { process.kill(pid, 'SIGKILL'); process.exit(); }, ms);
`;

/**
 * Kills this process if it has not ended within `ms`. The watchdog is a process of its own, because nothing inside this
 * one is certain to run: the event loop may be busy, and process.exit() itself waits for worker threads and for file
 * and name look-ups that may never return.
 */
export function exitWithin(ms: number): void {
  // Covers the case that no watchdog can be started, as long as the event loop runs.
  const kill = () => process.kill(process.pid, 'SIGKILL');
  setTimeout(kill, ms).unref();
  try {
    const watchdog = spawn(process.execPath, ['-e', WATCHDOG, String(process.pid), String(ms)], {
      // Its own process group: a Ctrl-C in the terminal must not end it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {},
    });
    watchdog.on('error', () => {});
    watchdog.stdin.on('error', () => {});
    watchdog.unref();
    (watchdog.stdin as unknown as { unref(): void }).unref();
  } catch {
    // No process or no memory for one: the timer above is left.
  }
}
