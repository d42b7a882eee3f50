import { pino } from 'pino';

/** A log, and the lines that were written to it so far. */
export function recordedLog() {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  return { log, lines };
}
