import type { Once } from '../answers/types.ts';

/** Where a voice is kept: one scenario of one repository. */
export interface Place {
  /** The identifier that clients send as `repository_uri`. */
  readonly repository: string;
  readonly scenario: string;
}

/** Who did it, for the audit log. */
export interface Caller {
  /** Id of the credentials: a token, a user of the configuration, a subject of an issuer, or the command. */
  readonly actor: string;
  readonly requestId: string;
}

/** What the scorer made, and what made it. */
export interface Voiceprint {
  readonly bytes: Uint8Array;
  /** Of the model: voiceprints of different models cannot be compared. */
  readonly fingerprint: string;
  readonly utterances: number;
  readonly speechMs: number;
}

export interface UserInfo {
  readonly userId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly fingerprint: string;
  readonly utterances: number;
  readonly speechMs: number;
  readonly consent?: string;
}

export interface RepositoryInfo {
  readonly repository: string;
  readonly description: string;
  readonly createdAt: Date;
  readonly users: number;
}

export interface ScenarioInfo {
  readonly scenario: string;
  readonly description: string;
  readonly createdAt: Date;
  readonly users: number;
}

/** One VERIFY or enrolment, as it is billed and audited. */
export interface OperationRecord extends Place {
  readonly operation: 'verify' | 'enroll';
  readonly accountTag?: string;
  /** In the order of the request; the billing record holds their number, the audit log each with its outcome. */
  readonly users: readonly { readonly userId: string; readonly outcome: string }[];
  readonly audioMs: number;
  readonly speechMs: number;
  /** DONE, or the code of the error that ended it. */
  readonly outcome: string;
  /** Of the spoofing detector, for the audit log. */
  readonly antispoofingScore?: number;
  readonly caller: Caller;
}

/** What to keep for a user, given what is kept already. Throwing leaves everything as it was. */
export type EnrolmentChange = (current: Voiceprint | undefined) => {
  readonly voiceprint: Voiceprint;
  readonly consent?: string;
};

/** Repositories, scenarios and the voices in them. Every database behaves alike. */
export interface Enrolled {
  readonly transactionId: string;
  readonly created: boolean;
  readonly user: UserInfo;
}

export interface EnrolmentOptions {
  readonly replaces?: boolean;
  readonly once?: Once<Enrolled>;
}

export interface Biometrics {
  repositories(): Promise<RepositoryInfo[]>;
  /** False when the name is already in use. */
  createRepository(repository: string, description: string, caller: Caller): Promise<boolean>;
  /** With everything in it. False when there is none. */
  deleteRepository(repository: string, caller: Caller): Promise<boolean>;

  /** Undefined when there is no such repository. */
  scenarios(repository: string): Promise<ScenarioInfo[] | undefined>;
  createScenario(
    place: Place,
    description: string,
    caller: Caller,
  ): Promise<'created' | 'exists' | 'no-repository'>;
  deleteScenario(place: Place, caller: Caller): Promise<boolean>;

  /** What of a place does not exist; undefined when all of it does. */
  missing(place: Place): Promise<'repository' | 'scenario' | undefined>;

  /** In the order of their ids, from the one after `after`. */
  users(place: Place, page: { readonly after?: string; readonly limit: number }): Promise<UserInfo[]>;
  user(place: Place, userId: string): Promise<UserInfo | undefined>;
  /** For good: nothing of the voiceprint is left in the database. */
  deleteUser(place: Place, userId: string, caller: Caller): Promise<boolean>;

  /** Those of the users who are enrolled, in one query. */
  voiceprints(place: Place, userIds: readonly string[]): Promise<ReadonlyMap<string, Voiceprint>>;

  /**
   * Changes one voice and records it, both or neither; concurrent changes of one user come one after the other, each
   * seeing what the one before left. The record's users are filled in by the store. Returns the transaction id.
   * With `replaces` the change sees nothing, so that a voice that cannot be opened any more can be replaced too.
   */
  enroll(
    place: Place,
    userId: string,
    change: EnrolmentChange,
    record: Omit<OperationRecord, 'users' | 'outcome' | keyof Place>,
    options?: EnrolmentOptions,
  ): Promise<Enrolled>;

  /** Writes the billing record and the audit entries of an operation, exactly once. Returns the transaction id. */
  record(record: OperationRecord, once?: Once<string>): Promise<string>;
}
