import type { Config } from '../config/index.ts';
import { type Scope, StoreError, type TokenInfo } from '../store/index.ts';
import { print } from './print.ts';
import { commandCaller, withStore } from './store.ts';
import { columns } from './table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_DAYS = 36_500;

export async function createToken(
  config: Config,
  name: string,
  options: { scope?: readonly string[]; days?: string; rate?: string },
): Promise<void> {
  const days = options.days === undefined ? undefined : Number(options.days);
  if (days !== undefined && !(days > 0 && days <= MOST_DAYS)) {
    const message = `--days takes a number above 0 and up to ${MOST_DAYS}, not "${options.days}".`;
    throw new StoreError('ERR_STORE_VALUE', message);
  }
  await withStore(config, (store) =>
    store.tokens.issue(
      {
        name,
        // The store refuses names that are no scope, and says which there are.
        scopes: (options.scope ?? ['*']) as Scope[],
        ...(days !== undefined && { expiresAt: new Date(Date.now() + days * DAY_MS) }),
        ...(options.rate !== undefined && { rate: options.rate }),
      },
      commandCaller(),
      (text) => print(`${text}\n`),
    ),
  );
}

export async function listTokens(config: Config, options: { json?: boolean }): Promise<void> {
  const tokens = await withStore(config, (store) => store.tokens.list());
  if (options.json) {
    const described = tokens.map((token) => ({ ...token, state: stateOf(token) }));
    return console.log(JSON.stringify(described, null, 2));
  }
  const day = (date: Date | undefined, none: string) =>
    date?.toISOString().slice(0, 16).replace('T', ' ') ?? none;
  const rows = tokens.map((token) => [
    token.id,
    token.name,
    token.scopes.join(' '),
    token.rate ?? 'default',
    day(token.createdAt, ''),
    day(token.expiresAt, 'never'),
    day(token.lastUsedAt, 'never'),
    `${stateOf(token)} ${day(token.revokedAt, '')}`,
  ]);
  const heading = ['id', 'name', 'scopes', 'rate', 'created (UTC)', 'expires', 'last used', 'state'];
  console.log(columns([heading, ...rows]));
}

function stateOf({ revokedAt, expiresAt }: TokenInfo): 'revoked' | 'expired' | 'valid' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= new Date() ? 'expired' : 'valid';
}

export async function revokeToken(config: Config, id: string): Promise<void> {
  const found = await withStore(config, (store) => store.tokens.revoke(id, commandCaller()));
  if (!found) throw new StoreError('ERR_STORE_VALUE', `There is no token with the id "${id}".`);
  console.log(`revoked: ${id}`);
}
