import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { quoteUri, ServiceError } from '../../errors/index.ts';
import { markRouted } from '../client-errors.ts';
import { answerError, type ErrorRules, errorText, failureOf } from '../error-answers.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** What an error is to a client that has had a part of its answer already. */
    failureOf(error: unknown): ServiceError;
  }
}

/** Turns everything thrown into the one error shape, and unknown paths into ERR_NOT_FOUND. */
export const errors = fp<ErrorRules>(
  async (app, rules) => {
    app.decorateReply('failureOf', function (this: FastifyReply, error: unknown) {
      return failureOf(error, this.request, this, rules);
    });
    // The first hook of all, which runs before anything else of the connection is read.
    app.addHook('onRequest', (request, _reply, done) => {
      markRouted(request.raw, (error) => errorText(error, request, rules));
      done();
    });
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply, rules));
    app.setNotFoundHandler((request) => {
      const path = request.url.split('?', 1)[0] ?? '';
      throw new ServiceError('ERR_NOT_FOUND', `nothing is served at ${quoteUri(path)}`);
    });
  },
  { name: 'errors' },
);
