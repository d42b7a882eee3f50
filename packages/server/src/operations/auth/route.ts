import type { FastifyPluginAsync } from 'fastify';
import type { Principal } from '../../http/auth.ts';
import { JSON_ONLY } from '../../http/formats.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { checkSchema, tokenSchema, tokenToCheck } from './schema.ts';

/** Makes access tokens. */
export interface TokenIssuer {
  issue(principal: Principal): Promise<{ readonly text: string; readonly expiresInSeconds: number }>;
}

/** Access tokens for clients that sign in with a user name and password, as the product family has them. */
export const authRoutes: FastifyPluginAsync<{ readonly accessTokens: TokenIssuer }> = async (
  app,
  options,
) => {
  const config = { formats: JSON_ONLY };

  app.post('/auth/token', { schema: tokenSchema, config }, async (request) => {
    const principal = await request.exchangeCredentials();
    const { text, expiresInSeconds } = await options.accessTokens.issue(principal);
    return { token_format: 'JWT', token_type: 'bearer', expires_in: expiresInSeconds, access_token: text };
  });

  app.post('/auth/check', { schema: checkSchema, config }, async (request, reply) => {
    const { token } = await readJsonBody(request.raw, reply.openBodyShare(), tokenToCheck);
    const found = await request.inspectToken(token);
    if ('refused' in found) return { valid: false, reason: found.refused };
    const { id, scopes, expiresAt } = found;
    return {
      valid: true,
      subject: id,
      scopes,
      ...(expiresAt && { expires_in: Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000)) }),
    };
  });
};
