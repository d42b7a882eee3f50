import { isUtf8 } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Rate, readRate } from '../common/rate.ts';
import { ServiceError } from '../errors/index.ts';
import { HttpError } from './http-error.ts';
import { checkPassword, hasControl, hashPassword } from './passwords.ts';
import { RateLimiter, type Rates } from './rate-limit.ts';

export type Access = 'off' | 'optional' | 'required';

/** Who is calling, and what the credentials may be used for; the scope `*` is everything. */
export interface Principal {
  /** As logs and records name it: `token:ID`, `user:NAME`, `jwt:SUBJECT` or `configuration`. */
  readonly id: string;
  readonly scopes: readonly string[];
  /** How often, or `none` for as often as they like; the default where there is none. */
  readonly rate?: string;
  /** Made of other credentials: no further ones can be made of it. */
  readonly derived?: true;
  readonly expiresAt?: Date;
}

/** Why a token is refused, where the reason may be given: completes "the bearer token is not valid: it …". */
export interface Refusal {
  readonly refused: string;
}

export interface CredentialSources {
  checkToken(text: string): Promise<Principal | Refusal | undefined>;
  /** Lines of the `credentials` setting. */
  readonly credentials: readonly string[];
  /** For everyone who has none of their own; without limit when empty. */
  readonly rate: string;
  /** Counts callers of several servers together (default: those of this one). */
  readonly rates?: Rates;
}

const BEARER = /^bearer +([\w.~+/-]+=*)$/i;
/** Whatever it holds. */
const BEARER_ANY = /^bearer(?:\s|$)/i;
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;
const SOME_BASIC = /^basic(?:\s|$)/i;
/** An empty user name and password. */
const EMPTY_PAIR = /^\S+ +Og==$/;
// Each check holds 16 MB and some 40 ms of a thread: a flood of wrong passwords must not starve the server.
const PASSWORD_CHECKS_AT_ONCE = 4;
const REMEMBERED = 1000;
/** Of each user name and network at /auth/token: enough for any client, and too few to guess a password. */
const EXCHANGE_RATE = readRate('30/minute')!;
/** Of each network at /auth/check: valid tokens do not count. */
const WRONG_TOKEN_RATE = readRate('60/minute')!;

/** Checks the credentials of requests, and how often they are used. */
export class Authenticator {
  readonly #sources: CredentialSources;
  readonly #basic: ReturnType<typeof basicChecker>;
  readonly #rates: Rates;
  readonly #defaultRate: Rate | undefined;
  readonly #hasUsers: boolean;

  constructor(sources: CredentialSources) {
    this.#sources = sources;
    this.#rates = sources.rates ?? new RateLimiter();
    this.#basic = basicChecker(sources.credentials);
    this.#defaultRate = readRate(sources.rate);
    this.#hasUsers = sources.credentials.length > 0;
  }

  /**
   * Whom the credentials belong to; undefined where there are none and none are needed. Counts against their rate. With
   * `anyToken` a bearer token that is not valid is none, where none is needed.
   */
  async identify(
    authorization: string | undefined,
    access: Access,
    anyToken = false,
  ): Promise<Principal | undefined> {
    if (authorization === undefined || (access === 'optional' && this.#isNone(authorization))) {
      if (access === 'optional') return undefined;
      throw this.#refusal('credentials are required; send "Authorization: Bearer <token>"');
    }
    const isNoMatter = anyToken && access === 'optional' && BEARER_ANY.test(authorization);
    const principal = isNoMatter ? await this.#holder(authorization) : await this.#check(authorization);
    if (principal) await this.#count(principal);
    return principal;
  }

  async #holder(authorization: string): Promise<Principal | undefined> {
    const [, token] = BEARER.exec(authorization) ?? [];
    const found = token === undefined ? undefined : await this.#sources.checkToken(token);
    return found && !('refused' in found) ? found : undefined;
  }

  /**
   * Whom the user name and password of a request belong to, or the token that stands in the place of either. `from` is the
   * network it comes from. Counts against the rate of the credentials, too.
   */
  async exchange(authorization: string | undefined, from: string): Promise<Principal> {
    const encoded = BASIC.exec(authorization ?? '');
    if (!encoded) throw basicRefusal('send "Authorization: Basic <base64 of user:password>"');
    const pair = decodePair(encoded[1]!);
    const colon = pair?.indexOf(':') ?? -1;
    if (pair === undefined || colon < 0) throw basicRefusal('the user name or password is not valid');
    const [user, password] = [pair.slice(0, colon), pair.slice(colon + 1)];
    await this.#keepTo(EXCHANGE_RATE, `exchange ${from} ${user}`, 'attempts to get a token');
    const principal = (await this.#holderOf(password === '' ? user : password)) ?? (await this.#basic(pair));
    if (!principal) throw basicRefusal('the user name or password is not valid');
    await this.#count(principal);
    return principal;
  }

  /** Whom a token belongs to, or why it is refused. Who asks about too many wrong ones from one network has to wait. */
  async inspect(token: string, from: string): Promise<Principal | Refusal> {
    const found = await this.#sources.checkToken(token);
    if (found && !('refused' in found)) return found;
    await this.#keepTo(WRONG_TOKEN_RATE, `inspect ${from}`, 'checks of wrong tokens');
    return found ?? { refused: 'it is not a token of this server' };
  }

  /** Of a token that can be exchanged for others: not of one that was made by an exchange, here or at an issuer. */
  async #holderOf(token: string): Promise<Principal | undefined> {
    const found = token === '' ? undefined : await this.#sources.checkToken(token);
    if (!found || 'refused' in found) return undefined;
    return found.derived || found.id.startsWith('jwt:') ? undefined : found;
  }

  async #count(principal: Principal): Promise<void> {
    const rate = principal.rate === undefined ? this.#defaultRate : readRate(principal.rate);
    if (rate !== undefined) await this.#keepTo(rate, principal.id, 'these credentials');
  }

  /**
   * Clients that were made for a server with users send theirs everywhere; without users there is nothing to check. Some
   * send an empty name and password where they were given none.
   */
  #isNone(authorization: string): boolean {
    return SOME_BASIC.test(authorization) && (!this.#hasUsers || EMPTY_PAIR.test(authorization));
  }

  async #check(authorization: string): Promise<Principal> {
    const bearer = BEARER.exec(authorization);
    if (bearer) {
      const found = await this.#sources.checkToken(bearer[1]!);
      if (found === undefined) throw this.#refusal('the bearer token is not valid');
      if ('refused' in found) throw this.#refusal(`the bearer token is not valid: ${found.refused}`);
      return found;
    }
    if (!this.#hasUsers && SOME_BASIC.test(authorization)) {
      throw this.#refusal('this server has no users; send "Authorization: Bearer <token>"');
    }
    const encoded = BASIC.exec(authorization);
    if (encoded) {
      const pair = decodePair(encoded[1]!);
      const principal = pair === undefined ? undefined : await this.#basic(pair);
      if (principal) return principal;
      throw this.#refusal('the user name or password is not valid');
    }
    throw this.#refusal(
      'the Authorization header is neither "Bearer <token>" nor "Basic <base64 of user:password>"',
    );
  }

  async #keepTo(rate: Rate, id: string, what: string): Promise<void> {
    const waitMs = await this.#rates.waitMs(id, rate);
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    const message = `the rate limit of ${what} is ${rate.text}; try again in ${seconds} s`;
    throw new ServiceError('ERR_RATE_LIMITED', message, { retryAfterSeconds: seconds });
  }

  #refusal(message: string): HttpError {
    // Basic comes first: many clients with a user name and password look at the first kind only.
    const challenge = this.#hasUsers ? `${BASIC_CHALLENGE}, Bearer` : 'Bearer';
    return new HttpError('ERR_UNAUTHORIZED', message, { 'www-authenticate': challenge });
  }
}

const BASIC_CHALLENGE = 'Basic realm="locutor", charset="UTF-8"';

function basicRefusal(message: string): HttpError {
  return new HttpError('ERR_UNAUTHORIZED', message, { 'www-authenticate': BASIC_CHALLENGE });
}

/**
 * `user:password`, or undefined for what cannot be one (RFC 7617): bytes that are not UTF-8, which would all become the
 * same character, and control characters, of which scrypt cannot tell a NUL at the end from nothing.
 */
function decodePair(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (!isUtf8(bytes)) return undefined;
  const pair = bytes.toString('utf8');
  return hasControl(pair) ? undefined : pair;
}

function basicChecker(lines: readonly string[]): (pair: string) => Promise<Principal | undefined> {
  const users = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line]));
  // An unknown user costs the same time as a known one, so that the time of the answer does not show which names exist.
  const nobody = hashPassword('', randomBytes(16).toString('hex'));
  const memoryKey = randomBytes(32);
  const good = new LRUCache<string, Principal>({ max: REMEMBERED });
  let checking = 0;

  return async (pair) => {
    const colon = pair.indexOf(':');
    if (colon < 0) return undefined;
    const user = pair.slice(0, colon);
    const hash = createHmac('sha256', memoryKey).update(pair).digest('base64');
    const remembered = good.get(hash);
    if (remembered) return remembered;
    if (checking >= PASSWORD_CHECKS_AT_ONCE) {
      throw new ServiceError('ERR_BUSY', 'too many passwords are being checked; try again', {
        retryAfterSeconds: 1,
      });
    }
    checking++;
    try {
      const stored = users.get(user);
      const matches = await checkPassword(stored ?? (await nobody), pair.slice(colon + 1));
      if (!matches || stored === undefined) return undefined;
    } finally {
      checking--;
    }
    const principal = { id: `user:${user}`, scopes: ['*'] };
    good.set(hash, principal);
    return principal;
  };
}
