/** One thing that goes wrong, done to a real server. */
export interface Fault {
  readonly name: string;
  /** Throws `Unavailable` where this machine cannot do it, and anything else where the server breaks a promise. */
  run(): Promise<FaultReport>;
}

export interface FaultReport {
  readonly done: string;
  readonly seen: string;
  readonly lost: string;
}

export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** A promise of the server that has to hold under the fault. */
export function expectThat(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`broken: ${promise}`);
}
