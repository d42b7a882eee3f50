import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { PoolLogger } from './logger.ts';

const LINES_PER_WINDOW = 20;
const WINDOW_MS = 10_000;
const LONGEST_LINE = 2000;

/** Logs what a process writes, line by line, so many lines in a while; the rest is counted, not kept. */
export function logOutput(stream: Readable, logger: PoolLogger, origin: object): void {
  let windowEnd = 0;
  let logged = 0;
  let dropped = 0;
  const tellDropped = () => {
    if (dropped > 0) logger.warn({ ...origin, dropped }, 'engine output dropped');
    dropped = 0;
  };
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    const now = Date.now();
    if (now >= windowEnd) {
      tellDropped();
      windowEnd = now + WINDOW_MS;
      logged = 0;
    }
    if (logged < LINES_PER_WINDOW) {
      logged += 1;
      logger.warn({ ...origin, line: line.slice(0, LONGEST_LINE) }, 'engine output');
    } else {
      dropped += 1;
    }
  });
  lines.on('close', tellDropped);
}
