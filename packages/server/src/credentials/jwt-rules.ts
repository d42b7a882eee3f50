import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/index.ts';
import { keySource } from '../jwks/documents.ts';
import { IssuerKeys } from '../jwks/issuer-keys.ts';
import type { JwtRules } from './jwt.ts';

/** What a JWT must fulfil; undefined if none are accepted. */
export async function jwtRules(config: Config, log: Logger): Promise<JwtRules | undefined> {
  const { jwtIssuer, jwtAudience, jwtKeys, jwtScopes, jwtScopePrefix } = config;
  if (jwtIssuer === '') return undefined;
  const keys = new IssuerKeys(keySource(jwtIssuer, jwtKeys), log);
  // A file existed when the configuration was read; an issuer may be down when the server starts.
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
