import { Command, Option } from 'commander';
import { printable } from '../../common/printable.ts';
import type { Config } from '../../config/index.ts';
import type { AuditEntry } from '../../store/index.ts';
import type { Context } from '../command.ts';
import { csvRow } from '../csv.ts';
import { audited, withStore } from '../open-store.ts';
import { addOutputOptions, type OutputOptions, writeLines } from '../output.ts';
import { addSpanOptions, readSpan, type SpanOptions } from '../span.ts';

interface AuditOptions extends SpanOptions, OutputOptions {
  readonly user?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
}

const HEADING = [
  'time',
  'actor',
  'action',
  'repository',
  'scenario',
  'user',
  'outcome',
  'transaction_id',
  'request_id',
  'token',
  'antispoofing_score',
];

export function auditCommand({ config }: Context): Command {
  return addOutputOptions(addSpanOptions(new Command('audit')))
    .description('print who did what with enrolled voices, oldest first')
    .option('--user <id>', 'only entries about this user')
    .option('--actor <actor>', 'only what this actor did, such as token:ID or command:NAME')
    .option('--action <action>', 'only this action: verify, enroll, user.delete, keys.rotate, …')
    .addOption(new Option('--json', 'one JSON object per line').conflicts('csv'))
    .option('--csv', 'as CSV')
    .action((options: AuditOptions) => showAudit(config(), options));
}

async function showAudit(config: Config, options: AuditOptions): Promise<void> {
  const { user, actor, action, json, csv } = options;
  const span = readSpan(options);
  // Up to now, so that the list does not end with the entry about itself.
  const now = new Date();
  const filter = {
    ...span,
    to: span.to !== undefined && span.to < now ? span.to : now,
    ...(user !== undefined && { userId: user }),
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
  };
  await withStore(config, ({ records, filesInUse }) =>
    audited(records, 'audit.export', () => {
      const entries = records.audit(filter);
      const lines = json ? jsonLines(entries) : csv ? csvLines(entries) : textLines(entries);
      return writeLines(lines, options, filesInUse);
    }),
  );
}

async function* jsonLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

async function* csvLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvRow(HEADING);
  for await (const entry of entries) yield csvRow(cells(entry));
}

/** One line each. */
async function* textLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) {
    const {
      time,
      actor,
      action,
      repository,
      scenario,
      userId,
      tokenId,
      outcome,
      transactionId,
      antispoofingScore,
    } = entry;
    const where = [repository, scenario].filter((part) => part !== undefined).join('/');
    const whom = userId ?? tokenId ?? '';
    const score = antispoofingScore === undefined ? '' : `antispoofing ${antispoofingScore}`;
    const parts = [time.toISOString(), actor, action, where, whom, outcome, score, transactionId ?? ''];
    yield `${printable(parts.filter((part) => part !== '').join('  '))}\n`;
  }
}

function cells(entry: AuditEntry): (string | number | undefined)[] {
  return [
    entry.time.toISOString(),
    entry.actor,
    entry.action,
    entry.repository,
    entry.scenario,
    entry.userId,
    entry.outcome,
    entry.transactionId,
    entry.requestId,
    entry.tokenId,
    entry.antispoofingScore,
  ];
}
