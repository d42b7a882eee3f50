import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { quote, ServiceError } from '../../errors/index.ts';
import { answerError, type ErrorRules, failureOf } from '../error-answers.ts';

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
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply, rules));
    app.setNotFoundHandler((request) => {
      const path = request.url.split('?', 1)[0] ?? '';
      throw new ServiceError('ERR_NOT_FOUND', `nothing is served at ${quote(path)}`);
    });
  },
  { name: 'errors' },
);
