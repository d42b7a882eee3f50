import fp from 'fastify-plugin';
import { markAnswered } from '../client-errors.ts';

/**
 * Leaves bodies of any type to the operations. Fastify would refuse media types that it cannot parse, hold a body twice
 * while it joins its chunks, and read JSON of any size on paths where nothing is served.
 */
export const rawBodies = fp(
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
    app.addHook('onRequest', (request, _reply, done) => {
      delete request.raw.headers['content-type'];
      done();
    });
    app.addHook('onSend', (request, _reply, _payload, done) => {
      markAnswered(request.raw);
      done();
    });
  },
  { name: 'raw-bodies' },
);
