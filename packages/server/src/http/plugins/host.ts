import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { HttpError } from '../http-error.ts';

/**
 * Refuses what Node refuses with neither a body nor an id: HTTP/1.1 wants one Host in every request. And what it would
 * read the first of, where whoever stands in front may have read the last.
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

/** By their length, which most other headers do not have: every request comes by here. */
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
