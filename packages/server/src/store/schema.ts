/**
 * The tables as both databases hold them. Times are milliseconds since 1970 in integer columns: the one form of
 * time that SQLite and PostgreSQL store, compare and return alike.
 */
export interface Schema {
  tokens: TokensTable;
  repositories: RepositoriesTable;
  scenarios: ScenariosTable;
  voices: VoicesTable;
  voiceprint_key: VoiceprintKeyTable;
  billing: BillingTable;
  audit: AuditTable;
  jobs: JobsTable;
  job_audio: JobAudioTable;
  job_work: JobWorkTable;
  first_answers: FirstAnswersTable;
  write_checks: WriteChecksTable;
}

export interface TokensTable {
  id: string;
  name: string;
  /** SHA-256 of the secret, in hexadecimal. */
  hash: string;
  /** Scope names separated by one space. */
  scopes: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /** As a person wrote it, such as `60/minute`, or `none`; the server's default where there is none. */
  rate: string | null;
}

export interface RepositoriesTable {
  repository: string;
  description: string;
  created_at: number;
}

export interface ScenariosTable {
  repository: string;
  scenario: string;
  description: string;
  created_at: number;
}

export interface VoicesTable {
  repository: string;
  scenario: string;
  user_id: string;
  created_at: number;
  updated_at: number;
  fingerprint: string;
  utterances: number;
  speech_ms: number;
  consent: string | null;
  /** Of the key that sealed the voiceprint. */
  key_id: string;
  /** The voiceprint as `seal` encrypts it. */
  sealed: Buffer;
}

/** At most one row: the key that seals from now on. It lives here so that all processes change over at one moment. */
export interface VoiceprintKeyTable {
  id: 1;
  key_id: string;
}

/** Ids are 63-bit integers that begin with the time, so their order is that of time; see `newId`. */
export interface BillingTable {
  transaction_id: number | bigint;
  time: number;
  operation: string;
  account_tag: string | null;
  /** Only VERIFY and enrolments have a place and users. */
  repository: string | null;
  scenario: string | null;
  users: number | null;
  /** All but INTERPRET have audio. */
  audio_ms: number | null;
  speech_ms: number | null;
  outcome: string;
  /** Of the text of INTERPRET and of synthesis. */
  characters: number | null;
}

/** One action may have several entries, one for each user it was about, distinguished by their position. */
export interface AuditTable {
  event_id: number | bigint;
  position: number;
  time: number;
  actor: string;
  action: string;
  repository: string | null;
  scenario: string | null;
  user_id: string | null;
  /** The token that was made or revoked. */
  token_id: string | null;
  outcome: string;
  transaction_id: number | bigint | null;
  request_id: string;
  /** Of the spoofing detector, of VERIFY only. */
  antispoofing_score: number | null;
}

/** A background job. Everything that a client sent or gets is sealed with a key of its own, which the row holds sealed. */
export interface JobsTable {
  id: string;
  /** Whose it is, as the audit log names them. */
  owner: string;
  /** `arriving` until all of its audio is here; then as clients see it. */
  state: 'arriving' | 'waiting' | 'running' | 'done' | 'failed' | 'canceled';
  /** Percent of the audio that is recognised. */
  progress: number;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  audio_ms: number | null;
  /** Of the key that sealed the job's own. */
  key_id: string;
  sealed_key: Buffer;
  request: Buffer | null;
  outcome: Buffer | null;
  transaction_id: number | bigint | null;
  /** The process that works on it, and until when it is believed to. */
  lease_owner: string | null;
  lease_until: number | null;
  /** How often it was begun without getting any further. */
  attempts: number;
  callback: Buffer | null;
  webhook_state: 'pending' | 'delivered' | 'failed' | null;
  webhook_due_at: number | null;
  webhook_attempts: number;
}

/** The audio of a job that is not over, in pieces that are written and removed one by one. */
export interface JobAudioTable {
  job_id: string;
  position: number;
  sealed: Buffer;
}

/** What an engine found for a job that is not over, so that nothing of it is computed twice. */
export interface JobWorkTable {
  job_id: string;
  name: string;
  sealed: Buffer;
}

/** What a request with an `Idempotency-Key` was answered, sealed with a key of its own, which the row holds sealed. */
export interface FirstAnswersTable {
  /** A hash of the client and its key. */
  id: string;
  expires_at: number;
  /** Of the key that sealed the row's own. */
  key_id: string;
  sealed_key: Buffer;
  answer: Buffer;
}

/** Always empty: rows are removed in the transaction that wrote them. */
export interface WriteChecksTable {
  id: string;
  filler: string;
}
