import type { Command } from 'commander';
import type { Span } from '../store/index.ts';
import { UsageError } from './usage-error.ts';

/** The time options of every listing. */
export interface SpanOptions {
  readonly from?: string;
  readonly to?: string;
}

export function addSpanOptions(command: Command): Command {
  return command
    .option('--from <time>', 'from this day or time (UTC)')
    .option('--to <time>', 'up to this day or time, which is not included');
}

/** Days and times are in UTC, as the listings print them. `--to` is exclusive. */
export function readSpan({ from, to }: SpanOptions): Span {
  return {
    ...(from !== undefined && { from: moment('--from', from) }),
    ...(to !== undefined && { to: moment('--to', to) }),
  };
}

function moment(option: string, text: string): Date {
  const shape = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)Z?)?$/;
  const [, day, time = '00:00'] = shape.exec(text) ?? [];
  const date = new Date(`${day}T${time}Z`);
  // A day that a month does not have rolls over into the next one.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) {
    throw new UsageError(
      `${option} expects a day such as 2026-01-31 or a time such as 2026-01-31T14:30 (UTC), not "${text}".`,
    );
  }
  return date;
}
