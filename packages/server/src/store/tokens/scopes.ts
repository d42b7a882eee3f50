import { StoreError } from '../errors.ts';

/**
 * What a token may do: one name per operation, `admin` for users, scenarios, repositories and models, `*` for everything. None
 * includes another: who may delete voices need not be able to try one.
 */
export const SCOPES = [
  '*',
  'recognize',
  'interpret',
  'encoders',
  'synthesize',
  'verify',
  'enroll',
  'admin',
  'metrics',
] as const;

export type Scope = (typeof SCOPES)[number];

export function allows(granted: readonly Scope[], needed: Scope): boolean {
  return granted.includes('*') || granted.includes(needed);
}

export function writeScopes(scopes: readonly Scope[]): string {
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined) {
    throw new StoreError(
      'ERR_STORE_VALUE',
      `"${unknown}" is not a scope; the scopes are ${SCOPES.join(', ')}.`,
    );
  }
  if (scopes.length === 0) throw new StoreError('ERR_STORE_VALUE', 'A token needs at least one scope.');
  return SCOPES.filter((scope) => scopes.includes(scope)).join(' ');
}

/** A name this version does not know grants nothing. */
export function readScopes(text: string): Scope[] {
  const names = text.split(' ');
  return SCOPES.filter((scope) => names.includes(scope));
}
