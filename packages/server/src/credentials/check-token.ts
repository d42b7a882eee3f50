import type { Config } from '../config/index.ts';
import type { CredentialSources } from '../http/auth.ts';
import { type Store, sameToken } from '../store/index.ts';
import type { AccessTokens } from './access-tokens.ts';
import { checkJwt, type JwtRules, looksLikeJwt } from './jwt.ts';
import { storedHolder } from './stored-holder.ts';

/** How bearer tokens are checked: the one of the configuration, our own JWTs, those of an issuer, those of the store. */
export function tokenChecker(
  config: Config,
  store: Store,
  accessTokens: AccessTokens,
  rules: JwtRules | undefined,
): CredentialSources['checkToken'] {
  return async (text) => {
    if (config.token !== '' && sameToken(config.token, text)) return { id: 'configuration', scopes: ['*'] };
    if (looksLikeJwt(text)) {
      if (accessTokens.claims(text)) return accessTokens.check(text);
      if (rules !== undefined) return checkJwt(text, rules);
    }
    return storedHolder(await store.tokens.check(text));
  };
}
