import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

export interface ConsoleOptions {
  /** Of the built page; undefined where it was not built. */
  readonly folder: string | undefined;
  /** In front of the path. */
  readonly pathPrefix: string;
}

/** What the page has where the server puts a nonce. */
const PLACE = 'CSP_NONCE';
const NONCE_BYTES = 16;
const YEAR = '1y';

/**
 * Nothing from elsewhere, and nothing inline but the style of the waveform, which its library writes with the nonce.
 * Recordings are played from blobs.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self' blob:",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Serves the web page at /console, and sends browsers there from /. */
export const webConsole = fp<ConsoleOptions>(
  async (app, { folder, pathPrefix }) => {
    const home = folder === undefined ? `${pathPrefix}/reference` : `${pathPrefix}/console/`;
    app.get(`${pathPrefix}/`, { schema: { hide: true } }, (_request, reply) => reply.redirect(home));
    if (folder === undefined) return;
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const send = (reply: FastifyReply) => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': policy(nonce),
          'cache-control': 'no-store',
          'permissions-policy': 'microphone=(self)',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(page.replace(PLACE, nonce));
    };
    app.get(`${pathPrefix}/console`, { schema: { hide: true } }, (request, reply) =>
      // Relative addresses in the page need the slash.
      request.url.split('?', 1)[0]!.endsWith('/') ? send(reply) : reply.redirect(`${pathPrefix}/console/`),
    );
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: `${pathPrefix}/console/assets/`,
      schemaHide: true,
      decorateReply: false,
      index: false,
      // Their names change with their content.
      immutable: true,
      maxAge: YEAR,
      setHeaders: (response) => {
        response.setHeader('content-security-policy', "default-src 'none'");
        response.setHeader('x-content-type-options', 'nosniff');
      },
    });
  },
  { name: 'console' },
);
