import corsPlugin from '@fastify/cors';
import fp from 'fastify-plugin';

/** Lets browsers call from pages of these origins; without any, from none. */
export const cors = fp<{ readonly origins: readonly string[] }>(
  async (app, { origins }) => {
    if (origins.length === 0) return;
    await app.register(corsPlugin, {
      origin: origins.includes('*') ? '*' : [...origins],
      methods: ['GET', 'HEAD', 'POST', 'DELETE'],
      // The path's own OPTIONS answers, preflight or not, so that Allow is always there.
      strictPreflight: false,
      preflightContinue: true,
      exposedHeaders: [
        'x-request-id',
        'x-transaction-id',
        'retry-after',
        'x-marks',
        'x-cache',
        'idempotent-replayed',
      ],
      maxAge: 600,
    });
  },
  { name: 'cors' },
);
