import type { SpeechRecord } from '../records/types.ts';

/** As clients see it. */
export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'canceled';

/** A job that a client wants done. The store does not look into the bytes. */
export interface NewJob {
  readonly owner: string;
  readonly request: Uint8Array;
  readonly audio: Uint8Array;
  /** Whom to tell when it is over. */
  readonly callback?: Uint8Array;
}

/** How many jobs may wait. */
export interface JobLimits {
  readonly inAll: number;
  readonly perOwner: number;
}

export interface JobInfo {
  readonly id: string;
  readonly state: JobState;
  /** Percent. */
  readonly progress: number;
  readonly createdAt: Date;
  readonly startedAt?: Date;
  readonly finishedAt?: Date;
  /** Length of the audio, once it is known. */
  readonly audioMs?: number;
  /** Of the billing record, where it was billed. */
  readonly transactionId?: string;
  /** Where somebody is to be told. */
  readonly webhook?: {
    readonly state: 'waiting' | 'pending' | 'delivered' | 'failed';
    readonly attempts: number;
  };
}

/** A page of an owner's jobs: behind one in the list, whether that is still there or not. */
export interface JobPage {
  readonly limit: number;
  readonly after?: { readonly createdAt: Date; readonly id: string };
}

/** A job and what came of it; undefined unless it is done or failed. */
export interface JobOutcome {
  readonly info: JobInfo;
  readonly outcome: Buffer | undefined;
}

/** A job that this process works on, for as long as it renews its lease. */
export interface ClaimedJob {
  readonly id: string;
  readonly owner: string;
  /** Undefined where it cannot be decrypted any more. */
  readonly request: Buffer | undefined;
  /** How often it was begun without getting any further, this time included. */
  readonly attempts: number;
  /** When its owner asked for it. */
  readonly createdAt: Date;
}

/** How a job ends. */
export interface JobEnd {
  readonly state: 'done' | 'failed';
  readonly outcome: Uint8Array;
  readonly audioMs?: number;
  /** Written in the same transaction, so that a job is billed once or not at all. */
  readonly bill?: SpeechRecord;
}

/** A webhook that is due, for as long as its lease lasts. */
export interface DueWebhook extends JobOutcome {
  readonly callback: Buffer;
  /** From 1. */
  readonly attempt: number;
}
