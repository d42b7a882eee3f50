import type { BillingLog } from '../store/index.ts';

/** The server's own failures: nobody is billed for a request that they ended. */
const UNBILLED: readonly string[] = ['CANCELED', 'FAILURE'];

/**
 * How the billing record of a RECOGNIZE or INTERPRET says that it ended: RECOGNIZED where anything was, otherwise the
 * last status. Undefined where it is not billed.
 */
function billedOutcome(statuses: readonly string[]): string | undefined {
  if (statuses.includes('RECOGNIZED')) return 'RECOGNIZED';
  return statuses.filter((status) => !UNBILLED.includes(status)).at(-1);
}

type Bill = Parameters<BillingLog['bill']>[0];
/** Of each kind of record by itself. */
type Unended<Kind> = Kind extends unknown ? Omit<Kind, 'outcome'> : never;

/** The record of a request that names an account; undefined where it is not billed. */
export function billedRecord(record: Unended<Bill>, statuses: readonly string[]): Bill | undefined {
  const outcome = billedOutcome(statuses);
  if (record.accountTag === '' || outcome === undefined) return undefined;
  return { ...record, outcome } as Bill;
}

/** Bills a request that names an account. The id of its record; undefined where it is not billed. */
export async function billRequest(
  billing: BillingLog,
  record: Unended<Bill>,
  statuses: readonly string[],
): Promise<string | undefined> {
  const billed = billedRecord(record, statuses);
  return billed && billing.bill(billed);
}
