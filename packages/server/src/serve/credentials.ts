import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/index.ts';
import type { CredentialSources, Principal, Refusal } from '../http/auth.ts';
import { checkJwt, type JwtRules, looksLikeJwt } from '../http/jwt.ts';
import { discoverKeys, readDocument } from '../http/jwt-documents.ts';
import { IssuerKeys } from '../http/jwt-keys.ts';
import { type Store, sameToken } from '../store/index.ts';

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

/** What JWTs must fulfil; undefined where none are accepted. */
export async function jwtRules(config: Config, log: Logger): Promise<JwtRules | undefined> {
  const { jwtIssuer, jwtAudience, jwtKeys, jwtScopes, jwtScopePrefix } = config;
  if (jwtIssuer === '') return undefined;
  const keys = new IssuerKeys(
    async () => readDocument(jwtKeys === '' ? await discoverKeys(jwtIssuer) : jwtKeys),
    log,
  );
  // A file was there when the configuration was read; an issuer may be down when the server comes up.
  const failure = jwtKeys.startsWith('file:') ? await keys.load() : undefined;
  if (failure !== undefined) throw new ConfigError([`jwtKeys: ${failure}`]);
  return {
    issuer: jwtIssuer,
    audience: jwtAudience,
    keys,
    scopes: jwtScopes,
    scopePrefix: jwtScopePrefix,
  };
}
