import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type SiteFile, SiteFiles } from '../site-files.ts';

export interface DocsOptions {
  /** Where the built site lies, or will lie. */
  readonly folder: string;
  /** In front of the path. */
  readonly pathPrefix: string;
}

const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const RETRY_SECONDS = 5;
const UNBUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Locutor: the manual is not built yet</title>
<h1>The manual is not built yet</h1>
<p>After a first <code>npm start</code> it takes a moment; this page reloads itself.
<code>npm run build</code> builds it too.</p>
</html>
`;

/** Serves the manual at /docs. */
export const docs = fp<DocsOptions>(
  async (app, { folder, pathPrefix }) => {
    const home = `${pathPrefix}/docs/`;
    const site = new SiteFiles(folder, home);
    const hidden = { schema: { hide: true } } as const;
    const send = (request: FastifyRequest, reply: FastifyReply, path: string) => {
      if (!site.exists) return sendUnbuilt(reply);
      const found = site.find(path);
      const file = found ?? site.find('404.html');
      if (!file) return reply.callNotFound();
      return sendFile(request, reply.code(found ? 200 : 404), file);
    };
    app.get(`${pathPrefix}/docs`, hidden, (request, reply) =>
      // Relative addresses in the pages need the slash.
      request.url.split('?', 1)[0]!.endsWith('/') ? send(request, reply, '') : reply.redirect(home),
    );
    app.get<{ Params: { '*': string } }>(`${pathPrefix}/docs/*`, hidden, (request, reply) =>
      send(request, reply, request.params['*']),
    );
  },
  { name: 'docs' },
);

function sendUnbuilt(reply: FastifyReply) {
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': NOTHING,
      'cache-control': 'no-store',
      'retry-after': RETRY_SECONDS,
    })
    .send(UNBUILT);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  reply.headers({
    etag: file.etag,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': file.policy ?? NOTHING,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === file.etag)
    return reply.code(304).send();
  return reply.type(file.type).send(file.body);
}
