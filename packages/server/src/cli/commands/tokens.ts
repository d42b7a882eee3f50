import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import { type Scope, StoreError, type TokenInfo } from '../../store/index.ts';
import { type Context, group } from '../command.ts';
import { addJsonOption, type JsonOption, minute, printDone, printList } from '../list.ts';
import { commandCaller, withStore } from '../open-store.ts';
import { print } from '../print.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_DAYS = 36_500;

interface CreateOptions extends JsonOption {
  readonly scope?: readonly string[];
  readonly days?: string;
  readonly rate?: string;
}

export function tokensCommand({ config }: Context, name = 'tokens'): Command {
  const tokens = group(name, 'create, list and revoke bearer tokens');
  addJsonOption(tokens.command('create'))
    .argument('[name]', 'what the token is for', 'unnamed')
    .option('--scope <scope...>', 'what it may do (default: everything)')
    .option('--days <days>', 'days until it expires (default: never)')
    .option(
      '--rate <rate>',
      'how often it may be used, such as 60/minute, "10/second burst 20" or none (default: the tokenRate setting)',
    )
    .description('create a token and print it once')
    .action((name: string, options: CreateOptions) => createToken(config(), name, options));
  addJsonOption(tokens.command('list', { isDefault: true }))
    .description('list every token, without its text')
    .action((options: JsonOption) => listTokens(config(), options));
  addJsonOption(tokens.command('revoke'))
    .argument('<id>', 'the id that "tokens list" shows')
    .description('revoke a token permanently')
    .action((id: string, options: JsonOption) => revokeToken(config(), id, options));
  return tokens;
}

async function createToken(config: Config, name: string, options: CreateOptions): Promise<void> {
  const days = options.days === undefined ? undefined : Number(options.days);
  if (days !== undefined && !(days > 0 && days <= MOST_DAYS)) {
    const message = `--days expects a number above 0 and up to ${MOST_DAYS}, not "${options.days}".`;
    throw new StoreError('ERR_STORE_VALUE', message);
  }
  await withStore(config, (store) =>
    store.tokens.issue(
      {
        name,
        // The store refuses unknown scopes, and lists the known ones.
        scopes: (options.scope ?? ['*']) as Scope[],
        ...(days !== undefined && { expiresAt: new Date(Date.now() + days * DAY_MS) }),
        ...(options.rate !== undefined && { rate: options.rate }),
      },
      commandCaller(),
      (text) => print(`${options.json ? JSON.stringify({ token: text }) : text}\n`),
    ),
  );
}

async function listTokens(config: Config, options: JsonOption): Promise<void> {
  const tokens = await withStore(config, (store) => store.tokens.list());
  const described = tokens.map((token) => ({ ...token, state: stateOf(token) }));
  const heading = ['id', 'name', 'scopes', 'rate', 'created (UTC)', 'expires', 'last used', 'state'];
  printList(options, described, heading, (token) => [
    token.id,
    token.name,
    token.scopes.join(' '),
    token.rate ?? 'default',
    minute(token.createdAt),
    token.expiresAt ? minute(token.expiresAt) : 'never',
    token.lastUsedAt ? minute(token.lastUsedAt) : 'never',
    `${token.state} ${token.revokedAt ? minute(token.revokedAt) : ''}`,
  ]);
}

function stateOf({ revokedAt, expiresAt }: TokenInfo): 'revoked' | 'expired' | 'valid' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= new Date() ? 'expired' : 'valid';
}

async function revokeToken(config: Config, id: string, options: JsonOption): Promise<void> {
  const found = await withStore(config, (store) => store.tokens.revoke(id, commandCaller()));
  if (!found) throw new StoreError('ERR_STORE_VALUE', `There is no token with the id "${id}".`);
  printDone(options, { revoked: id }, `revoked: ${id}`);
}
