import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { BodyMemory, BodyShare } from '../body.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The memory for bodies, for connections that outlast a request. */
    bodyMemory: BodyMemory;
  }
  interface FastifyReply {
    /** A share of the memory for bodies, released when the request has been answered or its client has left. */
    openBodyShare(): BodyShare;
  }
}

/** Limits the memory of all request bodies together. */
export const bodyBudget = fp<{ readonly memory: BodyMemory }>(
  async (app, { memory }) => {
    app.decorate('bodyMemory', memory);
    app.decorateReply('openBodyShare', function (this: FastifyReply) {
      const share = memory.open();
      this.raw.once('close', share.release);
      return share;
    });
  },
  { name: 'body-budget' },
);
