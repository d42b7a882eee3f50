import fp from 'fastify-plugin';
import { requestId } from '../request-id.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Gives every request an id, and every answer the id of its request. */
export const requestIds = fp(
  async (app) => {
    app.setGenReqId(requestId);
    app.addHook('onSend', (request, reply, _payload, done) => {
      reply.header(REQUEST_ID_HEADER, request.id);
      done();
    });
  },
  { name: 'request-ids' },
);
