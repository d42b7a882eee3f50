import closeWithGrace, { type Options, type Signals } from 'close-with-grace';
import type { Logger } from 'pino';
import { exitWithin } from './exit-deadline.ts';

/**
 * Signals of a fault in the process itself. A listener for them would displace Node's own handler, which turns a
 * WebAssembly script that leaves its memory (by overflowing its stack, for instance) into an exception: the fault would
 * then repeat forever. Without a listener a real fault ends the process at once, as it should.
 */
const FAULTS: Signals[] = ['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGABRT'];

/** Beyond the time for accepted work: to answer the last clients, stop the engine processes, close the database. */
const CLOSE_MS = 5000;
/** Beyond that: for process.exit() to do its part. */
const EXIT_MS = 5000;

/**
 * Calls `close` on SIGTERM, SIGINT and the like, and on an uncaught error, then exits: with code 0 after a
 * signal, 1 after an error or when `close` takes longer than its time. However it goes, the process has ended
 * `finishMs` and ten seconds later.
 */
export function stopOnSignals(log: Logger, finishMs: number, close: () => Promise<void>): void {
  const closeMs = finishMs + CLOSE_MS;
  const options: Options = {
    delay: closeMs,
    logger: false,
    skip: FAULTS,
    onTimeout: () => log.fatal(`not stopped within ${closeMs} ms; exiting`),
    onSecondSignal: (signal) => log.fatal({ signal }, 'second signal; exiting'),
    onSecondError: (err) => log.fatal({ err }, 'another uncaught error; exiting'),
  };
  closeWithGrace(options, async ({ signal, err }) => {
    exitWithin(closeMs + EXIT_MS);
    if (err) log.fatal({ err }, 'stopping after an uncaught error');
    else log.info({ signal }, 'stopping');
    try {
      await close();
    } catch (error) {
      log.fatal({ err: error }, 'stopping failed; exiting');
      throw error;
    }
    log.info('stopped');
  });
}
