import { printable } from '../common/printable.ts';
import { ServiceError } from '../errors/index.ts';

const LONGEST = 100;

/** How every message about a field reads; `got` is the value as it may be shown. */
export function expectation(path: string, expected: string, got: string): string {
  return `${path}: expected ${expected}, got ${got}`;
}

export function wrong(path: string, expected: string, value: unknown): ServiceError {
  return new ServiceError('ERR_INVALID_PARAMETER', expectation(path, expected, shown(value)), {
    field: path,
  });
}

/** A value of a client: on one line, not too long. */
export function shown(value: unknown): string {
  // JSON would write a number beyond its range as null.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return printable(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
