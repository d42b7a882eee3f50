import type { Config } from '../config/index.ts';
import type { BillingFilter, BillingRecord, RecordStore } from '../store/index.ts';
import { csvRow } from './csv.ts';
import { type OutputOptions, writeLines } from './output.ts';
import { readSpan, type SpanOptions } from './span.ts';
import { noted, withStore } from './store.ts';
import { columns } from './table.ts';

export interface BillingOptions extends SpanOptions, OutputOptions {
  readonly accountTag?: string;
  readonly repository?: string;
  readonly operation?: string;
}

const HEADING = [
  'transaction_id',
  'time',
  'operation',
  'account_tag',
  'repository',
  'scenario',
  'users',
  'audio_ms',
  'speech_ms',
  'outcome',
  'characters',
];

export async function exportBilling(config: Config, options: BillingOptions): Promise<void> {
  const filter = readFilter(options);
  await withStore(config, ({ records, filesInUse }) =>
    noted(records, 'billing.export', () => writeLines(billingCsv(records, filter), options, filesInUse)),
  );
}

async function* billingCsv(records: RecordStore, filter: BillingFilter): AsyncGenerator<string> {
  yield csvRow(HEADING);
  for await (const record of records.billing(filter)) yield csvRow(cells(record));
}

function cells(record: BillingRecord): (string | number | undefined)[] {
  return [
    record.transactionId,
    record.time.toISOString(),
    record.operation,
    record.accountTag,
    record.repository,
    record.scenario,
    record.users,
    record.audioMs,
    record.speechMs,
    record.outcome,
    record.characters,
  ];
}

export async function summariseBilling(config: Config, options: BillingOptions): Promise<void> {
  const sums = await withStore(config, ({ records }) => records.billingSummary(readFilter(options)));
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const rows = sums.map((sum) => [
    sum.accountTag ?? '(none)',
    sum.operation,
    String(sum.operations),
    String(sum.users),
    seconds(sum.audioMs),
    seconds(sum.speechMs),
    String(sum.characters),
  ]);
  const heading = ['account tag', 'operation', 'operations', 'users', 'audio s', 'speech s', 'characters'];
  console.log(columns([heading, ...rows]));
}

function readFilter(options: BillingOptions): BillingFilter {
  const { accountTag, repository, operation } = options;
  return {
    ...readSpan(options),
    ...(accountTag !== undefined && { accountTag }),
    ...(repository !== undefined && { repository }),
    ...(operation !== undefined && { operation }),
  };
}
