import fp from 'fastify-plugin';

/**
 * What every answer tells a browser: it is data, not a page, and belongs to nobody else's page. The reference
 * page has a policy of its own.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

export const securityHeaders = fp(
  async (app) => {
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (!reply.hasHeader('content-security-policy')) reply.headers(SECURITY_HEADERS);
      done();
    });
  },
  { name: 'security-headers' },
);
