import type { ResultStatus } from './results/result.ts';

export const milliseconds = (seconds: number) => Math.round(1000 * seconds);

/** The server's own failures: nobody is billed for a request that they ended. */
const UNBILLED: readonly ResultStatus[] = ['CANCELED', 'FAILURE'];

/**
 * How the billing record of a RECOGNIZE or INTERPRET says that it ended: RECOGNIZED where anything was, otherwise the
 * last status. Undefined where it is not billed.
 */
export function billedOutcome(statuses: readonly ResultStatus[]): ResultStatus | undefined {
  if (statuses.includes('RECOGNIZED')) return 'RECOGNIZED';
  return statuses.filter((status) => !UNBILLED.includes(status)).at(-1);
}
