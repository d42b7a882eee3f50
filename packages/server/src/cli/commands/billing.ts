import { type Command, Option } from 'commander';
import type { Config } from '../../config/index.ts';
import type { BillingFilter, BillingRecord, RecordStore } from '../../store/index.ts';
import { type Context, group } from '../command.ts';
import { csvRow } from '../csv.ts';
import { addJsonOption, type JsonOption, printList } from '../list.ts';
import { audited, withStore } from '../open-store.ts';
import { addOutputOptions, type OutputOptions, writeLines } from '../output.ts';
import { addSpanOptions, readSpan, type SpanOptions } from '../span.ts';

interface BillingOptions extends SpanOptions, OutputOptions {
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

export function billingCommand({ config }: Context): Command {
  const billing = group('billing', 'billing records, one per billed request');
  addOutputOptions(addFilters(billing.command('export')))
    .description('print every record as CSV')
    .option('--json', 'one JSON object per line')
    .action((options: BillingOptions & JsonOption) => exportBilling(config(), options));
  addJsonOption(addFilters(billing.command('summary', { isDefault: true })))
    .description('print the totals of every account tag')
    .action((options: BillingOptions & JsonOption) => summariseBilling(config(), options));
  return billing;
}

function addFilters(command: Command): Command {
  return addSpanOptions(command)
    .option('--account-tag <tag>', 'only this account tag')
    .option('--repository <repository>', 'only this repository')
    .addOption(new Option('--operation <operation>', 'only this operation').choices(['verify', 'enroll']));
}

async function exportBilling(config: Config, options: BillingOptions & JsonOption): Promise<void> {
  const filter = readFilter(options);
  await withStore(config, ({ records, filesInUse }) =>
    audited(records, 'billing.export', () => {
      const lines = options.json ? billingJson(records, filter) : billingCsv(records, filter);
      return writeLines(lines, options, filesInUse);
    }),
  );
}

async function* billingJson(records: RecordStore, filter: BillingFilter): AsyncGenerator<string> {
  for await (const record of records.billing(filter)) yield `${JSON.stringify(record)}\n`;
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

async function summariseBilling(config: Config, options: BillingOptions & JsonOption): Promise<void> {
  const sums = await withStore(config, ({ records }) => records.billingSummary(readFilter(options)));
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const heading = ['account tag', 'operation', 'operations', 'users', 'audio s', 'speech s', 'characters'];
  printList(options, sums, heading, (sum) => [
    sum.accountTag ?? '(none)',
    sum.operation,
    String(sum.operations),
    String(sum.users),
    seconds(sum.audioMs),
    seconds(sum.speechMs),
    String(sum.characters),
  ]);
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
