import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { quote, ServiceError } from '../errors/index.ts';
import { StoreError } from '../store/index.ts';
import { leftBy } from './client.ts';
import { errorAnswer } from './http-error.ts';
import { type AnswerType, contentType, isXml, negotiate } from './negotiate.ts';
import { internal, storeFailure } from './store-failure.ts';
import { writeXml } from './xml.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The types an operation's answers have; its errors follow Accept among them. JSON where absent. */
    types?: readonly AnswerType[];
    /** The interface gives this operation's internal failure as JSON whatever Accept says. */
    internalErrorsAsJson?: boolean;
  }
}

/** Turns everything thrown into the one error shape, and unknown paths into ERR_NOT_FOUND. */
export function answerErrors(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error, request, reply) => answerError(log, error, request, reply));
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    throw new ServiceError('ERR_NOT_FOUND', `nothing is served at ${quote(path)}`);
  });
}

export function answerError(
  log: Logger,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toServiceError(error);
  if (
    failure.code === 'ERR_STORE_UNAVAILABLE' ||
    (failure.code === 'ERR_INTERNAL' && !leftBy(reply.raw, error))
  ) {
    log.error({ id: request.id, err: error, code: failure.code }, 'request failed');
  }
  const answer = errorAnswer(failure);
  const { types, internalErrorsAsJson } = request.routeOptions.config ?? {};
  const wanted =
    (internalErrorsAsJson && answer.status === 500) || !types
      ? undefined
      : negotiate(request.headers.accept, types);
  // An error always has a body, even where Accept excludes all there is.
  const type = wanted ?? 'application/json';
  const body = isXml(type) ? writeXml('ErrorResponse', { ...answer.body }) : JSON.stringify(answer.body);
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('content-type', contentType(type))
    .send(body);
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof StoreError) return storeFailure(error);
  const { code, statusCode, message, validation } = error as Partial<FastifyError>;
  if (validation) return new ServiceError('ERR_INVALID_PARAMETER', message ?? 'a parameter is not valid');
  if (code === 'FST_ERR_BAD_URL') {
    return new ServiceError('ERR_MALFORMED_REQUEST', 'the path is not a well-formed URL');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('ERR_MALFORMED_REQUEST', message ?? 'the request is not well formed');
  }
  return internal();
}
