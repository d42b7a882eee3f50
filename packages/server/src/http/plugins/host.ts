import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { HttpError } from '../http-error.ts';

/**
 * HTTP/1.1 requires exactly one Host header. Node's own refusal has neither a body nor an id, so this one replaces it. It
 * also refuses repeated headers of which Node reads the first: a proxy in front may have read the last.
 */
export const host = fp(
  async (app) => {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      const repeated = repeatedHeader(raw);
      if (repeated === undefined && (raw.httpVersion !== '1.1' || raw.headers.host !== undefined)) done();
      else {
        const found = repeated ? `more than one ${repeated} header` : 'no Host header';
        done(new HttpError('ERR_MALFORMED_REQUEST', `the request has ${found}`, { connection: 'close' }));
      }
    });
  },
  { name: 'host' },
);

/** By length, which few other headers share: this runs for every request. */
const SINGLE = new Map(['Host', 'Content-Type', 'Authorization'].map((name) => [name.length, name]));

function repeatedHeader({ rawHeaders }: IncomingMessage): string | undefined {
  let seen = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = SINGLE.get(rawHeaders[at]!.length);
    if (name === undefined || rawHeaders[at]!.toLowerCase() !== name.toLowerCase()) continue;
    if (seen.includes(name)) return name;
    seen += name;
  }
  return undefined;
}
