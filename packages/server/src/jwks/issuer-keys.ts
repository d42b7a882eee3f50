import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { ServiceError } from '../errors/index.ts';
import { traced } from '../tracing/traced.ts';
import { publicKeys } from './public-keys.ts';

/** Keys are fetched again after this time, so a key that the issuer withdraws is not trusted for longer. */
const FRESH_MS = 10 * 60_000;
/** While the issuer does not answer, the last keys are used for this long. */
const KEPT_MS = 24 * 60 * 60_000;
/** Tokens that name unknown keys cause at most one fetch in this time. */
const UNKNOWN_KEY_PAUSE_MS = 30_000;
/** After a failed fetch the issuer is not asked again for this long. */
const FAILURE_PAUSE_MS = 5_000;
/** For one fetch, discovery included. */
const TIMEOUT_MS = 5_000;

/** Where a key set (JWKS) comes from. What `read` throws is logged. */
export interface KeySource {
  readonly url: URL;
  read(signal: AbortSignal): Promise<unknown>;
}

/**
 * The public keys of an issuer, fetched when needed and kept.
 *
 * jose fetches them, shares one fetch among all callers and selects the key. When to fetch is decided here: jose
 * rejects every token while the issuer is down, and finds a new key only 30 s after its last fetch.
 */
export class IssuerKeys {
  readonly #set: ReturnType<typeof createRemoteJWKSet>;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #now: () => number;
  /** How often the keys were fetched. */
  readonly fetches = { ok: 0, failed: 0 };
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #failure: { readonly at: number; readonly reason: string } | undefined;
  #soughtAt = Number.NEGATIVE_INFINITY;

  constructor(
    source: KeySource,
    log: Pick<Logger, 'info' | 'warn'>,
    now: () => number = () => performance.now(),
  ) {
    this.#set = createRemoteJWKSet(source.url, {
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: Number.POSITIVE_INFINITY,
      timeoutDuration: TIMEOUT_MS,
      [customFetch]: (_url, { signal }) => this.#fetch(source, signal),
    });
    this.#log = log;
    this.#now = now;
  }

  /** The key that a token names, for jose's jwtVerify. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    await this.#refresh();
    try {
      return await this.#select(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    // The issuer may have begun to sign with a new key since.
    await this.#seek();
    try {
      return await this.#select(header, token);
    } catch (error) {
      // While the issuer does not answer, the token is not at fault.
      throw this.#failure === undefined ? error : this.#unavailable();
    }
  };

  /** Fetches the keys now. Returns the reason if that fails. */
  async load(): Promise<string | undefined> {
    await this.#reload();
    return this.#failure?.reason;
  }

  readonly #select: JWTVerifyGetKey = (header, token) => {
    if (this.#age() >= KEPT_MS) throw this.#unavailable();
    return this.#set(header, token);
  };

  async #refresh(): Promise<void> {
    if (this.#age() < FRESH_MS || this.#isPausing()) return;
    const reload = this.#reload();
    // Once the issuer is known to be down, only those wait who cannot do without new keys.
    if (this.#age() >= KEPT_MS || this.#failure === undefined) await reload;
  }

  async #seek(): Promise<void> {
    const now = this.#now();
    if (!this.#set.reloading) {
      if (this.#isPausing() || now - this.#soughtAt < UNKNOWN_KEY_PAUSE_MS) return;
      this.#soughtAt = now;
    }
    await this.#reload();
  }

  #age(): number {
    return this.#now() - this.#fetchedAt;
  }

  #isPausing(): boolean {
    return this.#failure !== undefined && this.#now() - this.#failure.at < FAILURE_PAUSE_MS;
  }

  async #reload(): Promise<void> {
    // #fetch has logged and kept the reason.
    await this.#set.reload().catch(() => {});
  }

  async #fetch(source: KeySource, signal: AbortSignal): Promise<Response> {
    try {
      const keys = publicKeys(await traced('fetch issuer keys', () => source.read(signal)));
      const isNews = this.#fetchedAt === Number.NEGATIVE_INFINITY || this.#failure !== undefined;
      this.#fetchedAt = this.#now();
      this.fetches.ok++;
      this.#failure = undefined;
      if (isNews) this.#log.info({ keys: keys.length }, 'fetched the keys of the token issuer');
      return Response.json({ keys });
    } catch (error) {
      const reason = (error as Error).message;
      this.fetches.failed++;
      this.#failure = { at: this.#now(), reason };
      this.#log.warn({ reason }, 'cannot fetch the keys of the token issuer');
      throw error;
    }
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
