import type { FirstAnswers } from '../answers/first-answers.ts';
import type { Once } from '../answers/types.ts';
import type { Database } from '../database.ts';
import type { StoreCalls } from '../store-calls.ts';
import { inTransaction } from '../transaction.ts';
import { firstId } from './ids.ts';
import type {
  AuditEntry,
  AuditFilter,
  BillingFilter,
  BillingLog,
  BillingRecord,
  BillingSummary,
  Span,
  SpeechRecord,
} from './types.ts';
import { type AuditEvent, type AuditLog, writeAudit, writeSpeech } from './write.ts';

/** Rows of one query; however long an export is, no more of it is in memory. */
const PAGE = 1_000;

/** No entry has a higher one: the largest integer of 32 bits. */
const LAST_POSITION = 2 ** 31 - 1;

/** The billing records and the audit log, oldest first. */
export class RecordStore implements AuditLog, BillingLog {
  readonly #database: Database;
  readonly #calls: StoreCalls;

  readonly #answers: FirstAnswers;

  constructor(database: Database, calls: StoreCalls, answers: FirstAnswers) {
    this.#database = database;
    this.#calls = calls;
    this.#answers = answers;
  }

  async *billing(filter: BillingFilter): AsyncGenerator<BillingRecord> {
    for (let { after, before } = idSpan(filter); ; ) {
      const rows = await this.#calls.run(() =>
        billingRows(this.#database, filter)
          .selectAll()
          .where('transaction_id', '>', after)
          .where('transaction_id', '<', before)
          .orderBy('transaction_id')
          .limit(PAGE)
          .execute(),
      );
      for (const row of rows) {
        yield {
          transactionId: String(row.transaction_id),
          time: new Date(row.time),
          operation: row.operation,
          ...(row.account_tag !== null && { accountTag: row.account_tag }),
          ...(row.repository !== null && { repository: row.repository }),
          ...(row.scenario !== null && { scenario: row.scenario }),
          ...(row.users !== null && { users: row.users }),
          ...(row.audio_ms !== null && { audioMs: row.audio_ms }),
          ...(row.speech_ms !== null && { speechMs: row.speech_ms }),
          outcome: row.outcome,
          ...(row.characters !== null && { characters: row.characters }),
        };
      }
      if (rows.length < PAGE) return;
      after = BigInt(rows.at(-1)!.transaction_id);
    }
  }

  /** Per account tag and operation; those without a tag first. */
  billingSummary(filter: BillingFilter): Promise<BillingSummary[]> {
    return this.#calls.run(async () => {
      const { after, before } = idSpan(filter);
      const rows = await billingRows(this.#database, filter)
        .select(['account_tag', 'operation'])
        .select(({ fn, cast, val }) => {
          // PostgreSQL sums integers of 64 bits into a decimal.
          const sum = (column: 'users' | 'audio_ms' | 'speech_ms' | 'characters') =>
            cast<number>(fn.coalesce(fn.sum(column), val(0)), 'bigint');
          return [
            fn.countAll<number>().as('operations'),
            sum('users').as('users'),
            sum('audio_ms').as('audioMs'),
            sum('speech_ms').as('speechMs'),
            sum('characters').as('characters'),
          ];
        })
        .where('transaction_id', '>', after)
        .where('transaction_id', '<', before)
        .groupBy(['account_tag', 'operation'])
        .orderBy('account_tag', (order) => order.asc().nullsFirst())
        .orderBy('operation')
        .execute();
      return rows.map(({ account_tag, ...sums }) => ({
        ...(account_tag !== null && { accountTag: account_tag }),
        ...sums,
      }));
    });
  }

  async *audit(filter: AuditFilter): AsyncGenerator<AuditEntry> {
    const { userId, actor, action } = filter;
    const { after, before } = idSpan(filter);
    for (let last = { event: after, position: LAST_POSITION }; ; ) {
      const rows = await this.#calls.run(() =>
        this.#database.db
          .selectFrom('audit')
          .selectAll()
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('event_id', 'position'), '>', tuple(last.event, last.position)),
          )
          .where('event_id', '<', before)
          .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
          .$if(actor !== undefined, (query) => query.where('actor', '=', actor!))
          .$if(action !== undefined, (query) => query.where('action', '=', action!))
          .orderBy('event_id')
          .orderBy('position')
          .limit(PAGE)
          .execute(),
      );
      for (const row of rows) {
        yield {
          time: new Date(row.time),
          actor: row.actor,
          action: row.action,
          ...(row.repository !== null && { repository: row.repository }),
          ...(row.scenario !== null && { scenario: row.scenario }),
          ...(row.user_id !== null && { userId: row.user_id }),
          ...(row.token_id !== null && { tokenId: row.token_id }),
          outcome: row.outcome,
          ...(row.transaction_id !== null && { transactionId: String(row.transaction_id) }),
          requestId: row.request_id,
          ...(row.antispoofing_score !== null && { antispoofingScore: row.antispoofing_score }),
        };
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < PAGE) return;
      last = { event: BigInt(end.event_id), position: end.position };
    }
  }

  bill(record: SpeechRecord, once?: Once<string>): Promise<string> {
    const idOf = (transactionId: string) => transactionId;
    return this.#answers.write(once, (transaction) => writeSpeech(transaction, record), { idOf });
  }

  /** An action whose entry is not written with a change: a read, an export, whatever was refused. */
  note(event: AuditEvent): Promise<void> {
    return this.#calls.run(() =>
      inTransaction(this.#database, (transaction) => writeAudit(transaction, event)),
    );
  }
}

function billingRows({ db }: Database, { accountTag, repository, operation }: BillingFilter) {
  return db
    .selectFrom('billing')
    .$if(accountTag !== undefined, (query) => query.where('account_tag', '=', accountTag!))
    .$if(repository !== undefined, (query) => query.where('repository', '=', repository!))
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation!));
}

/** Ids begin with the time, so that a span of time needs no index of its own. Both ends are outside. */
function idSpan({ from, to }: Span): { after: bigint; before: bigint } {
  return {
    after: from === undefined ? 0n : firstId(from.getTime()) - 1n,
    before: to === undefined ? 2n ** 63n - 1n : firstId(to.getTime()),
  };
}
