import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';

/** Refuses what Node refuses with neither a body nor an id: HTTP/1.1 wants one Host in every request. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.httpVersion !== '1.1' || hostsOf(raw) === 1) done();
    else {
      const found = raw.headers.host === undefined ? 'no Host header' : 'more than one Host header';
      done(new HttpError('ERR_MALFORMED_REQUEST', `the request has ${found}`, { connection: 'close' }));
    }
  });
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
