import type { Config } from '../config/index.ts';
import { createLog } from '../http/log.ts';
import { openStore, type Scope, type Store, StoreError } from '../store/index.ts';
import { columns } from './table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const url = config.databaseUrl === 'auto' ? undefined : config.databaseUrl;
  const store = await openStore(url, { dataDir: config.dataDir, log: createLog(config) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export async function createToken(
  config: Config,
  name: string,
  options: { scope?: readonly string[]; days?: string },
): Promise<void> {
  const days = options.days === undefined ? undefined : Number(options.days);
  if (days !== undefined && !(days > 0)) {
    throw new StoreError('ERR_STORE_VALUE', `--days takes a number of days above 0, not "${options.days}".`);
  }
  const text = await withStore(config, (store) =>
    store.tokens.issue({
      name,
      // The store refuses names that are no scope, and says which there are.
      scopes: (options.scope ?? ['*']) as Scope[],
      ...(days !== undefined && { expiresAt: new Date(Date.now() + days * DAY_MS) }),
    }),
  );
  console.log(text);
}

export async function listTokens(config: Config): Promise<void> {
  const tokens = await withStore(config, (store) => store.tokens.list());
  const day = (date: Date | undefined, none: string) =>
    date?.toISOString().slice(0, 16).replace('T', ' ') ?? none;
  const rows = tokens.map(({ id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }) => [
    id,
    name,
    scopes.join(' '),
    day(createdAt, ''),
    day(expiresAt, 'never'),
    day(lastUsedAt, 'never'),
    revokedAt ? `revoked ${day(revokedAt, '')}` : expiresAt && expiresAt <= new Date() ? 'expired' : 'valid',
  ]);
  console.log(columns([['id', 'name', 'scopes', 'created (UTC)', 'expires', 'last used', 'state'], ...rows]));
}

export async function revokeToken(config: Config, id: string): Promise<void> {
  const found = await withStore(config, (store) => store.tokens.revoke(id));
  if (!found) throw new StoreError('ERR_STORE_VALUE', `There is no token with the id "${id}".`);
  console.log(`revoked: ${id}`);
}
