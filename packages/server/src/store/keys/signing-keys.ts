import { hkdfSync } from 'node:crypto';
import type { Database } from '../database.ts';
import type { StoreCalls } from '../store-calls.ts';
import type { Key } from './key.ts';
import type { KeyRing } from './key-ring.ts';

/** A key that signs access tokens. */
export interface SigningKey {
  readonly id: string;
  readonly secret: Uint8Array;
}

const PURPOSE = 'locutor access tokens';
const BYTES = 32;
/** An invented id makes the key file be read again, at most this often. */
const RELOAD_MS = 10_000;

/**
 * The keys of access tokens, derived from those of the voiceprints (HKDF, RFC 5869): these are guarded already, every
 * server of a database has the same, and a rotation changes them. Neither key can be computed from a token.
 */
export class SigningKeys {
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #ring: KeyRing;
  #reloadedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database, calls: StoreCalls, ring: KeyRing) {
    this.#database = database;
    this.#calls = calls;
    this.#ring = ring;
  }

  /** From now on, keys that another process dropped are dropped here as soon as it says so. */
  follow(): void {
    this.#database.signals.listen(({ topic }) => {
      if (topic !== 'keys' && topic !== 'missed') return;
      // A file that cannot be read changes nothing; whoever needs it says so.
      this.#calls.run(() => this.#ring.reload()).catch(() => {});
    });
  }

  /** The one that signs, of the key that seals: all servers change over at one moment. */
  current(): Promise<SigningKey> {
    return this.#calls.run(async () => {
      const query = this.#database.db.selectFrom('voiceprint_key').select('key_id');
      const chosen = await query.executeTakeFirst();
      return derived(chosen ? await this.#ring.find(chosen.key_id) : this.#ring.first);
    });
  }

  /** Undefined for a key that is unknown or was dropped. */
  async find(id: string): Promise<SigningKey | undefined> {
    const listed = () => this.#ring.listed().find((key) => key.id === id);
    if (listed() === undefined && performance.now() - this.#reloadedAt >= RELOAD_MS) {
      this.#reloadedAt = performance.now();
      await this.#calls.run(() => this.#ring.reload());
    }
    const key = listed();
    return key && derived(key);
  }
}

function derived({ id, bytes }: Key): SigningKey {
  return { id, secret: new Uint8Array(hkdfSync('sha256', bytes, '', PURPOSE, BYTES)) };
}
