import { hostname } from 'node:os';
import { isatty } from 'node:tty';
import { type Logger, levels, pino, stdTimeFunctions } from 'pino';
import { printable } from '../common/printable.ts';
import type { Config } from '../config/index.ts';
import { LogOutput } from './log-output.ts';

const STANDARD_ERROR = 2;
const BATCH = 65_536;
/** A JSON line is written at most this late. */
const BATCH_MS = 1000;

/** The server's log: JSON lines, or readable lines on a terminal, on standard error. */
export function createLog(config: Pick<Config, 'logLevel' | 'logFormat' | 'busUrl'>): Logger {
  const { logLevel: level, logFormat, busUrl } = config;
  const asText = logFormat === 'text' || (logFormat === 'auto' && isatty(STANDARD_ERROR));
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime };
  // The lines of several machines end up in one place.
  const base = busUrl.length > 0 ? { host: hostname() } : null;
  if (!asText) return pino({ ...options, base }, new LogOutput(STANDARD_ERROR, BATCH, BATCH_MS));
  const output = new LogOutput(STANDARD_ERROR, 1, 0);
  return pino(options, { write: (line: string) => output.write(readable(line)) });
}

/** `12:30:01 INFO request GET /rest/v2/encoders status=200 …`: time, level, message, then the fields. */
export function readable(line: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const label = (levels.labels[Number(level)] ?? String(level)).toUpperCase().padEnd(5);
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${printable(plain(value))}`);
  const stack = (err as { stack?: string } | undefined)?.stack;
  const head = [String(time).slice(11, 19), label, msg, ...rest].join(' ');
  return `${head}${stack ? `\n${stack}` : ''}\n`;
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
