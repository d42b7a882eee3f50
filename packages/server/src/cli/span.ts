import { type Span, StoreError } from '../store/index.ts';

/** What the time options of every listing take. */
export interface SpanOptions {
  readonly from?: string;
  readonly to?: string;
}

/** Days and moments are those of UTC, as the listings print them. `--to` is the first moment no longer meant. */
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
    throw new StoreError(
      'ERR_STORE_VALUE',
      `${option} takes a day such as 2026-01-31 or a moment such as 2026-01-31T14:30 (UTC), not "${text}".`,
    );
  }
  return date;
}
