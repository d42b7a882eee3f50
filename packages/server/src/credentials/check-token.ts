import type { Config } from '../config/index.ts';
import type { CredentialSources, Principal, Refusal } from '../http/auth.ts';
import { type Store, sameToken } from '../store/index.ts';
import { checkJwt, type JwtRules, looksLikeJwt } from './jwt.ts';

/** How bearer tokens are checked: the one of the configuration, those of the store, those of an issuer. */
export function tokenChecker(
  config: Config,
  store: Store,
  rules: JwtRules | undefined,
): CredentialSources['checkToken'] {
  return async (text) => {
    if (config.token !== '' && sameToken(config.token, text)) return { id: 'configuration', scopes: ['*'] };
    if (rules !== undefined && looksLikeJwt(text)) return checkJwt(text, rules);
    return checkStored(store, text);
  };
}

async function checkStored(store: Store, text: string): Promise<Principal | Refusal | undefined> {
  const found = await store.tokens.check(text);
  if (found === undefined) return undefined;
  if ('ended' in found) {
    const verb = found.ended === 'expired' ? 'it expired' : 'it was revoked';
    return { refused: `${verb} at ${found.at.toISOString()}` };
  }
  const { id, scopes, rate } = found;
  return { id: `token:${id}`, scopes, ...(rate !== undefined && { rate }) };
}
