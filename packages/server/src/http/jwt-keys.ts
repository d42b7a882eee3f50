import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { ServiceError } from '../errors/index.ts';
import { publicKeys } from './public-keys.ts';

/** Keys are asked for again after this time: one that the issuer took back is not trusted for longer. */
const FRESH_MS = 10 * 60_000;
/** While the issuer does not answer, the keys it gave last are used for this long. */
const KEPT_MS = 24 * 60 * 60_000;
/** Tokens that name unknown keys make the server ask at most this often. */
const UNKNOWN_KEY_PAUSE_MS = 30_000;
/** An issuer that did not answer is left alone for this long. */
const FAILURE_PAUSE_MS = 5_000;

interface HeldKeys {
  readonly find: JWTVerifyGetKey;
  readonly readAt: number;
}

/** The public keys of an issuer, read when they are needed and kept. */
export class IssuerKeys {
  readonly #readSet: () => Promise<unknown>;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #now: () => number;
  #held: HeldKeys | undefined;
  #reading: Promise<void> | undefined;
  #failure: { readonly at: number; readonly reason: string } | undefined;
  #soughtAt = Number.NEGATIVE_INFINITY;

  /** `readSet` gives the issuer's key set (JWKS); what it throws is logged. */
  constructor(
    readSet: () => Promise<unknown>,
    log: Pick<Logger, 'info' | 'warn'>,
    now: () => number = () => performance.now(),
  ) {
    this.#readSet = readSet;
    this.#log = log;
    this.#now = now;
  }

  /** The key that a token names, for jose's jwtVerify. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    await this.#refresh();
    try {
      return await this.#keys().find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    // The issuer may have begun to sign with a new key since.
    await this.#seek();
    try {
      return await this.#keys().find(header, token);
    } catch (error) {
      // With an issuer that does not answer it is not the token that is at fault.
      throw this.#failure === undefined ? error : this.#unavailable();
    }
  };

  /** Reads the keys now, and says why where that failed. */
  async load(): Promise<string | undefined> {
    await this.#read();
    return this.#failure?.reason;
  }

  #keys(): HeldKeys {
    if (this.#held === undefined || this.#now() - this.#held.readAt >= KEPT_MS) throw this.#unavailable();
    return this.#held;
  }

  async #refresh(): Promise<void> {
    const age = this.#held ? this.#now() - this.#held.readAt : Number.POSITIVE_INFINITY;
    if (age < FRESH_MS || this.#isPausing()) return;
    const read = this.#read();
    // Once the issuer is known not to answer, nobody waits for it who can do without.
    if (age >= KEPT_MS || this.#failure === undefined) await read;
  }

  async #seek(): Promise<void> {
    const now = this.#now();
    if (this.#reading === undefined) {
      if (this.#isPausing() || now - this.#soughtAt < UNKNOWN_KEY_PAUSE_MS) return;
      this.#soughtAt = now;
    }
    await this.#read();
  }

  #isPausing(): boolean {
    return this.#failure !== undefined && this.#now() - this.#failure.at < FAILURE_PAUSE_MS;
  }

  /** One reading at a time, which all who need it share. */
  #read(): Promise<void> {
    this.#reading ??= this.#readSet()
      .then(publicKeys)
      .then(
        (keys) => {
          const isNews = this.#held === undefined || this.#failure !== undefined;
          this.#held = { find: createLocalJWKSet({ keys }), readAt: this.#now() };
          this.#failure = undefined;
          if (isNews) this.#log.info({ keys: keys.length }, 'keys of the token issuer read');
        },
        ({ message: reason }: Error) => {
          this.#failure = { at: this.#now(), reason };
          this.#log.warn({ reason }, 'keys of the token issuer not read');
        },
      )
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  #unavailable(): ServiceError {
    const now = this.#now();
    const left = (this.#failure?.at ?? now) + FAILURE_PAUSE_MS - now;
    return new ServiceError(
      'ERR_ISSUER_UNAVAILABLE',
      'the bearer token cannot be checked: the keys of its issuer cannot be fetched at the moment',
      { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) },
    );
  }
}
