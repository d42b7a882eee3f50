import fp from 'fastify-plugin';
import { quote, ServiceError } from '../../errors/index.ts';
import { answerError, type TranslateError } from '../error-answers.ts';

/** Turns everything thrown into the one error shape, and unknown paths into ERR_NOT_FOUND. */
export const errors = fp<{ readonly translate: TranslateError }>(
  async (app, { translate }) => {
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply, translate));
    app.setNotFoundHandler((request) => {
      const path = request.url.split('?', 1)[0] ?? '';
      throw new ServiceError('ERR_NOT_FOUND', `nothing is served at ${quote(path)}`);
    });
  },
  { name: 'errors' },
);
