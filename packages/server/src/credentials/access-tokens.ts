import { createHmac } from 'node:crypto';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../config/index.ts';
import type { Principal, Refusal } from '../http/auth.ts';
import { type Store, sameToken } from '../store/index.ts';
import { storedHolder } from './stored-holder.ts';

/** Tells our own JWTs from those of an issuer. */
const TYPE = 'locutor+jwt';
const ALGORITHM = 'HS256';
const NAME = 'locutor';
/** Servers of one database may have clocks that differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_LENGTH = 2048;
const TOKEN_ID = /^token:(\w+)$/;

export interface AccessToken {
  readonly text: string;
  readonly expiresInSeconds: number;
}

type Settings = Pick<Config, 'token' | 'credentials' | 'accessTokenSeconds'>;

/**
 * Short-lived JWTs that stand for other credentials. Each names them; whether they still are valid, and what they may
 * do, is asked whenever it is used.
 */
export class AccessTokens {
  readonly #config: Settings;
  readonly #store: Pick<Store, 'tokens' | 'signingKeys'>;

  constructor(config: Settings, store: Pick<Store, 'tokens' | 'signingKeys'>) {
    this.#config = config;
    this.#store = store;
  }

  /** A token for these credentials, which ends with them at the latest. */
  async issue({ id: subject }: Principal): Promise<AccessToken> {
    const now = Math.floor(Date.now() / 1000);
    const tokenId = TOKEN_ID.exec(subject)?.[1];
    const found = tokenId === undefined ? undefined : await this.#store.tokens.find(tokenId);
    const end = found && 'expiresAt' in found ? Math.floor(found.expiresAt!.getTime() / 1000) : undefined;
    const expires = Math.min(now + this.#config.accessTokenSeconds, end ?? Number.POSITIVE_INFINITY);
    const { id: kid, secret } = await this.#store.signingKeys.current();
    const mark = this.#markOf(subject, secret);
    const text = await new SignJWT({ ...(mark !== undefined && { mark }) })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
      .setIssuer(NAME)
      .setAudience(NAME)
      .setSubject(subject)
      .setIssuedAt(now)
      .setExpirationTime(expires)
      .sign(secret);
    return { text, expiresInSeconds: Math.max(0, expires - now) };
  }

  /** Whether a text claims to be one of ours. */
  claims(text: string): boolean {
    return headerOf(text)?.typ === TYPE;
  }

  /** Whose it is, or why it is refused. */
  async check(text: string): Promise<Principal | Refusal> {
    if (text.length > MAX_LENGTH) return { refused: `it is longer than ${MAX_LENGTH} characters` };
    const key = await this.#store.signingKeys.find(headerOf(text)?.kid ?? '');
    if (!key) return { refused: 'the key that signed it is no longer in use' };
    try {
      const { payload } = await jwtVerify(text, key.secret, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: NAME,
        audience: NAME,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['exp', 'sub'],
      });
      return await this.#holder(payload, key.secret);
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        return { refused: `it expired at ${new Date((error.payload.exp ?? 0) * 1000).toISOString()}` };
      }
      if (error instanceof errors.JOSEError) return { refused: 'it is not a token of this server' };
      throw error;
    }
  }

  /** The credentials that it was made of, as they are now. */
  async #holder({ sub = '', mark, exp }: JWTPayload, secret: Uint8Array): Promise<Principal | Refusal> {
    const made = { derived: true, expiresAt: new Date(exp! * 1000) } as const;
    const tokenId = TOKEN_ID.exec(sub)?.[1];
    if (tokenId !== undefined) {
      const holder = storedHolder(await this.#store.tokens.find(tokenId));
      if (holder === undefined) return { refused: 'the token it was made with does not exist' };
      if ('refused' in holder) return { refused: `of the token it was made with: ${holder.refused}` };
      return { ...holder, ...made };
    }
    const current = this.#markOf(sub, secret);
    if (current === undefined || !sameToken(current, String(mark))) {
      return { refused: 'the credentials it was made with are no longer valid' };
    }
    return { id: sub, scopes: ['*'], ...made };
  }

  /** Changes with the password of a user or the static token; undefined where there is no such user or token. */
  #markOf(subject: string, secret: Uint8Array): string | undefined {
    const { token, credentials } = this.#config;
    const user = subject.startsWith('user:') ? subject.slice('user:'.length) : undefined;
    const line =
      user !== undefined
        ? credentials.find((each) => each.startsWith(`${user}:`))
        : subject === 'configuration' && token !== ''
          ? token
          : undefined;
    return line && createHmac('sha256', secret).update(line).digest('base64url');
  }
}

function headerOf(text: string): { readonly typ?: string; readonly kid?: string } | undefined {
  try {
    return decodeProtectedHeader(text);
  } catch {
    return undefined;
  }
}
