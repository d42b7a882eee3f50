import fp from 'fastify-plugin';
import { markAnswered } from '../client-errors.ts';

/**
 * Leaves bodies of any type to the operations: the framework would refuse labels it cannot parse, keep a body twice while
 * it joins its chunks, and read JSON of any size where nothing is served at all.
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
