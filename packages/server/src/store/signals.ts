import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** What every process of a database is told of. */
export type Signal =
  /** A job waits. */
  | { readonly topic: 'job-waiting' }
  /** A job was canceled or removed. */
  | { readonly topic: 'job-canceled'; readonly id: string }
  /** The row of a token changed. */
  | { readonly topic: 'token'; readonly id: string }
  /** The keys of the voiceprints changed. */
  | { readonly topic: 'keys' }
  /** Grammars that were fetched are to be fetched again. */
  | { readonly topic: 'grammars' }
  /** Signals may have been missed: whatever was read before may be out of date. */
  | { readonly topic: 'missed' };

export type SignalListener = (signal: Signal) => void;

/** Tells all processes of a database what changed in it. */
export interface Signals {
  /** Within a transaction it is told when that is committed, and not at all where it is not. */
  send(db: Kysely<Schema>, signal: Signal): Promise<void>;
  /** The function that is returned ends it. */
  listen(listener: SignalListener): () => void;
  /** Whether listeners hear of what happens now. */
  live(): boolean;
  close(): Promise<void>;
}

/** Hands signals to the listeners of this process. */
export class SignalListeners {
  readonly #listeners = new Set<SignalListener>();

  add(listener: SignalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(signal: Signal): void {
    for (const listener of this.#listeners) listener(signal);
  }
}

/** The signals of a database that one process has to itself: whoever changes something knows it. */
export class LocalSignals implements Signals {
  readonly #listeners = new SignalListeners();

  async send(_db: Kysely<Schema>, signal: Signal): Promise<void> {
    // A write that listeners begin waits for that of the transaction.
    setImmediate(() => this.#listeners.tell(signal));
  }

  listen(listener: SignalListener): () => void {
    return this.#listeners.add(listener);
  }

  live(): boolean {
    return true;
  }

  async close(): Promise<void> {}
}
