import type { DiagLogger } from '@opentelemetry/api';
import type { Logger } from 'pino';

const ONE_PER_MS = 60_000;
const MOST_CHARACTERS = 300;

/** What the exporter complains about, once a minute at most: while a collector is down it does so with every batch. */
export function exporterLog(
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): DiagLogger {
  let nextAt = Number.NEGATIVE_INFINITY;
  const complain = (message: string) => {
    if (now() < nextAt) return;
    nextAt = now() + ONE_PER_MS;
    log.warn({ reason: reasonOf(message) }, 'traces cannot be exported; requests are served all the same');
  };
  const ignore = () => {};
  return { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore };
}

/** An error arrives as JSON with its stack. A user name and password in an address are left out. */
function reasonOf(message: string): string {
  let text = message;
  try {
    const { message: inner, code, name } = JSON.parse(message) as Record<string, string | undefined>;
    text = inner || code || name || message;
  } catch {
    // Other complaints are sentences.
  }
  return text.replace(/\/\/[^/@\s]*@/g, '//').slice(0, MOST_CHARACTERS);
}
