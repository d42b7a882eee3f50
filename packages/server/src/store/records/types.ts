import type { Once } from '../answers/types.ts';
import type { Place } from '../biometrics/types.ts';

/** One RECOGNIZE, INTERPRET or synthesis of an account, as it is billed. */
export type SpeechRecord = {
  readonly accountTag: string;
  /** The status of the result. */
  readonly outcome: string;
} & (
  | { readonly operation: 'recognize'; readonly audioMs: number; readonly speechMs: number }
  | { readonly operation: 'interpret'; readonly characters: number }
  | { readonly operation: 'synthesize'; readonly characters: number; readonly audioMs: number }
);

/** Where operations are billed that concern no user. */
export interface BillingLog {
  /** Writes a billing record, exactly once. Returns the transaction id. */
  bill(record: SpeechRecord, once?: Once<string>): Promise<string>;
}

export interface BillingRecord extends Partial<Place> {
  readonly transactionId: string;
  readonly time: Date;
  readonly operation: string;
  readonly accountTag?: string;
  /** How many the operation was about. */
  readonly users?: number;
  readonly audioMs?: number;
  readonly speechMs?: number;
  readonly outcome: string;
  /** Of the text that was interpreted or spoken. */
  readonly characters?: number;
}

/** From and including `from`, up to and excluding `to`. */
export interface Span {
  readonly from?: Date;
  readonly to?: Date;
}

export interface BillingFilter extends Span {
  readonly accountTag?: string;
  readonly repository?: string;
  readonly operation?: string;
}

export interface BillingSummary {
  readonly accountTag?: string;
  readonly operation: string;
  readonly operations: number;
  readonly users: number;
  readonly audioMs: number;
  readonly speechMs: number;
  readonly characters: number;
}

export interface AuditEntry {
  readonly time: Date;
  readonly actor: string;
  readonly action: string;
  readonly repository?: string;
  readonly scenario?: string;
  readonly userId?: string;
  readonly tokenId?: string;
  readonly outcome: string;
  readonly transactionId?: string;
  readonly requestId: string;
  /** Log-odds of the spoofing detector that the speech is synthetic or converted. */
  readonly antispoofingScore?: number;
}

export interface AuditFilter extends Span {
  readonly userId?: string;
  readonly actor?: string;
  readonly action?: string;
}
