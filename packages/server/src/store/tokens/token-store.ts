import type { Kysely, Selectable, Transaction } from 'kysely';
import { RATE_EXPECTED, readRate } from '../../common/rate.ts';
import type { Caller } from '../biometrics/types.ts';
import type { Database, StoreLog } from '../database.ts';
import { StoreError } from '../errors.ts';
import { writeAudit } from '../records/write.ts';
import type { Schema, TokensTable } from '../schema.ts';
import type { Signal } from '../signals.ts';
import type { StoreCalls } from '../store-calls.ts';
import { inTransaction } from '../transaction.ts';
import { readScopes, type Scope, writeScopes } from './scopes.ts';
import { keptIfShown, type ShowToken } from './show-token.ts';
import { TokenCache } from './token-cache.ts';
import { hashSecret, isTokenId, newToken, readToken, sameToken, writeToken } from './token-text.ts';

/** Last use is written at most this often per token: it tells a used token from a forgotten one, no more. */
const LAST_USED_MS = 60 * 60 * 1_000;
const NAME = /^[^\p{Cc}\p{Cs}]{1,64}$/u;
/** Nobody asked for the first token: the server makes it. */
const FIRST_START: Caller = { actor: 'server', requestId: 'first-start' };

export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date;
  /** How often it may be used, or `none` for as often as its holder likes; the server's default without one. */
  readonly rate?: string;
}

/** Who a valid token belongs to. */
export interface TokenHolder {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly rate?: string;
  readonly expiresAt?: Date;
}

/** A token that is no longer valid. Only a caller who knows its secret gets this answer. */
export interface EndedToken {
  readonly ended: 'expired' | 'revoked';
  readonly at: Date;
}

/** A token as lists show it; only its holder knows its text. */
export interface TokenInfo extends TokenHolder {
  readonly createdAt: Date;
  readonly revokedAt?: Date;
  readonly lastUsedAt?: Date;
}

export class TokenStore {
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #log: StoreLog;
  readonly #cache = new TokenCache<Selectable<TokensTable>>();
  #following = false;

  constructor(database: Database, calls: StoreCalls, log: StoreLog) {
    this.#database = database;
    this.#calls = calls;
    this.#log = log;
  }

  /**
   * Creates a token and returns its text, which cannot be read again. It is kept only if `show` succeeds: nobody could
   * use a token that was never shown.
   */
  issue(request: TokenRequest, caller: Caller, show?: ShowToken): Promise<string> {
    return this.#calls.run(() =>
      keptIfShown(this.#database, show, (shown) =>
        inTransaction(this.#database, async (transaction) =>
          shown(await insertToken(transaction, request, caller)),
        ),
      ),
    );
  }

  /**
   * Makes the first token of an empty database, with every scope, and keeps it only if `show` succeeds. Undefined when
   * there is or ever was a token; of several processes at once exactly one gets the text.
   */
  ensureFirst(show?: ShowToken): Promise<string | undefined> {
    return this.#calls.run(() =>
      keptIfShown(this.#database, show, (shown) =>
        this.#database.db.transaction().execute(async (transaction) => {
          await this.#database.lockTable(transaction, 'tokens');
          if (await isAny(transaction)) return undefined;
          return shown(await insertToken(transaction, { name: 'first', scopes: ['*'] }, FIRST_START));
        }),
      ),
    );
  }

  /** Whether there is or ever was a token. */
  any(): Promise<boolean> {
    return this.#calls.run(() => isAny(this.#database.db));
  }

  /**
   * The holder of a valid token, or how it ended. The time it takes tells whether the id exists, which is public, and
   * nothing about the secret. A revocation made here acts at once, one made by another process within CACHE_MS.
   */
  check(text: string): Promise<TokenHolder | EndedToken | undefined> {
    return this.#calls.run(async () => {
      const parts = readToken(text);
      if (parts === undefined) return undefined;
      const row = await this.#row(parts.id);
      if (row === undefined || !sameToken(row.hash, hashSecret(parts.secret))) return undefined;
      return this.#used(row);
    });
  }

  /** The same for a caller who has proved to hold the token, by the id alone. */
  find(id: string): Promise<TokenHolder | EndedToken | undefined> {
    return this.#calls.run(async () => {
      const row = await this.#row(id);
      return row && this.#used(row);
    });
  }

  #used(row: Selectable<TokensTable>): TokenHolder | EndedToken {
    const now = Date.now();
    if (row.revoked_at !== null) return { ended: 'revoked', at: new Date(row.revoked_at) };
    if (row.expires_at !== null && row.expires_at <= now) {
      return { ended: 'expired', at: new Date(row.expires_at) };
    }
    if (now - (row.last_used_at ?? 0) >= LAST_USED_MS) this.#recordUse(row, now);
    return holder(row);
  }

  /** From now on, whatever another process changes is forgotten as soon as it says so. */
  follow(): void {
    this.#following = true;
    this.#database.signals.listen((signal) => this.#heed(signal));
  }

  #heed(signal: Signal): void {
    if (signal.topic === 'token') this.#cache.forget(signal.id);
    else if (signal.topic === 'missed') this.#cache.clear();
  }

  list(): Promise<TokenInfo[]> {
    return this.#calls.run(async () => {
      const query = this.#database.db.selectFrom('tokens').selectAll();
      return (await query.orderBy('created_at').orderBy('id').execute()).map(describe);
    });
  }

  /** Revokes a token permanently. False if no token has that id; the time of the first revocation stays. */
  revoke(id: string, caller: Caller): Promise<boolean> {
    return this.#calls.run(async () => {
      const revoking = inTransaction(this.#database, async (transaction) => {
        const found = await revokeToken(transaction, id, caller);
        if (found) await this.#database.signals.send(transaction, { topic: 'token', id });
        return found;
      });
      return revoking.finally(() => this.#cache.forget(id));
    });
  }

  /** A process that hears of no changes reads every time. */
  #row(id: string): Promise<Selectable<TokensTable> | undefined> {
    if (this.#following && !this.#database.signals.live()) return this.#read(id);
    return this.#cache.get(id, () => this.#read(id));
  }

  #read(id: string): Promise<Selectable<TokensTable> | undefined> {
    return this.#database.db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Beside the request, which neither waits for it nor fails with it. */
  #recordUse(row: Selectable<TokensTable>, now: number): void {
    row.last_used_at = now;
    const { db } = this.#database;
    this.#calls
      .run(() => db.updateTable('tokens').set({ last_used_at: now }).where('id', '=', row.id).execute())
      .catch((error: Error) =>
        this.#log.warn({ token: row.id, reason: error.message }, 'cannot record the last use of a token'),
      );
  }
}

async function isAny(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('tokens').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function revokeToken(transaction: Transaction<Schema>, id: string, caller: Caller): Promise<boolean> {
  await transaction
    .updateTable('tokens')
    .set({ revoked_at: Date.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  const query = transaction.selectFrom('tokens').select('id').where('id', '=', id);
  const found = (await query.executeTakeFirst()) !== undefined;
  await writeAudit(transaction, {
    action: 'token.revoke',
    // What is no id may be the text of a token, which must not be kept.
    ...(isTokenId(id) && { tokenId: id }),
    outcome: found ? 'DONE' : 'NOT_FOUND',
    caller,
  });
  return found;
}

async function insertToken(
  transaction: Transaction<Schema>,
  request: TokenRequest,
  caller: Caller,
): Promise<string> {
  const now = Date.now();
  const expires = request.expiresAt?.getTime() ?? null;
  if (!NAME.test(request.name)) {
    const reason = 'The name of a token is 1 to 64 characters without control characters';
    throw new StoreError('ERR_STORE_VALUE', `${reason}, not ${JSON.stringify(request.name)}.`);
  }
  if (expires !== null && !(expires > now)) {
    const when = Number.isNaN(expires) ? 'at an invalid time' : new Date(expires).toISOString();
    throw new StoreError('ERR_STORE_VALUE', `A token must expire in the future, not ${when}.`);
  }
  const rate = request.rate ?? null;
  if (rate !== null && rate !== 'none' && readRate(rate) === undefined) {
    throw new StoreError(
      'ERR_STORE_VALUE',
      `The rate of a token is "none" or ${RATE_EXPECTED}, not ${JSON.stringify(rate)}.`,
    );
  }
  const parts = newToken();
  const row = {
    id: parts.id,
    name: request.name,
    hash: hashSecret(parts.secret),
    scopes: writeScopes(request.scopes),
    created_at: now,
    expires_at: expires,
    rate,
  };
  await transaction.insertInto('tokens').values(row).execute();
  await writeAudit(transaction, { action: 'token.create', tokenId: parts.id, outcome: 'DONE', caller });
  return writeToken(parts);
}

function holder(row: Selectable<TokensTable>): TokenHolder {
  const { id, name, scopes, rate, expires_at } = row;
  return {
    id,
    name,
    scopes: readScopes(scopes),
    ...(rate !== null && { rate }),
    ...(expires_at !== null && { expiresAt: new Date(expires_at) }),
  };
}

function describe(row: Selectable<TokensTable>): TokenInfo {
  return {
    ...holder(row),
    createdAt: new Date(row.created_at),
    ...(row.revoked_at !== null && { revokedAt: new Date(row.revoked_at) }),
    ...(row.last_used_at !== null && { lastUsedAt: new Date(row.last_used_at) }),
  };
}
