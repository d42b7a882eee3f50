import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isOutOfDescriptors } from '../common/out-of-descriptors.ts';
import { internalError, ServiceError } from '../errors/index.ts';
import { leftBy } from './client.ts';
import { errorAnswer } from './http-error.ts';
import { contentType, isXml, negotiate } from './negotiate.ts';
import { writeXml } from './xml.ts';

/** What an error of another part of the server is to a client; undefined for errors that it does not know. */
export type TranslateError = (error: unknown) => ServiceError | undefined;

export type ErrorWriter = (error: ServiceError, status: number) => object;

/** What errors become. */
export interface ErrorRules {
  readonly translate: TranslateError;
  /** Paths of a foreign interface, whose errors have a shape of their own. They are JSON. */
  readonly foreign?: { readonly below: string; readonly write: ErrorWriter };
}

/** What went wrong, as far as it is the client's business; the rest is in the log. */
export function failureOf(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { translate }: Pick<ErrorRules, 'translate'>,
): ServiceError {
  const failure = error instanceof ServiceError ? error : (translate(error) ?? frameworkError(error));
  if (
    failure.code === 'ERR_STORE_UNAVAILABLE' ||
    isOutOfDescriptors(error) ||
    (failure.code === 'ERR_INTERNAL' && !leftBy(reply.raw, error))
  ) {
    request.log.error({ err: error, code: failure.code }, 'request failed');
  }
  return failure;
}

/** Answers with the one shape that errors have, in the format that Accept asks for. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  rules: ErrorRules,
): FastifyReply {
  const failure = failureOf(error, request, reply, rules);
  const { status, headers } = errorAnswer(failure);
  const { type, text } = errorText(failure, request, rules);
  return reply.code(status).headers(headers).type(type).send(text);
}

export interface ErrorText {
  /** For the header Content-Type. */
  readonly type: string;
  readonly text: string;
}

/** An error in the shape and the format that the request asks for. */
export function errorText(
  failure: ServiceError,
  request: FastifyRequest,
  { foreign }: Pick<ErrorRules, 'foreign'>,
): ErrorText {
  const { status, body } = errorAnswer(failure);
  const json = contentType('application/json');
  if (foreign && isBelow(request.url, foreign.below)) {
    return { type: json, text: JSON.stringify(foreign.write(failure, status)) };
  }
  const { formats, internalErrorsAsJson } = request.routeOptions.config ?? {};
  const wanted =
    (internalErrorsAsJson && status === 500) || !formats
      ? undefined
      : negotiate(request.headers.accept, formats.types);
  // An error always has a body, even where Accept excludes all there is.
  if (!wanted || !isXml(wanted)) return { type: json, text: JSON.stringify(body) };
  return { type: contentType(wanted), text: writeXml('ErrorResponse', { ...body }) };
}

/** By the path alone: where nothing is served there is no route that could say it. */
function isBelow(url: string, path: string): boolean {
  const { [path.length]: next } = url;
  return url.startsWith(path) && (next === undefined || next === '/' || next === '?');
}

/** Connections and files that are open now end some time. */
const DESCRIPTORS_RETRY_SECONDS = 5;

function frameworkError(error: unknown): ServiceError {
  if (isOutOfDescriptors(error)) {
    return new ServiceError('ERR_BUSY', 'too many files and connections are open; try again later', {
      retryAfterSeconds: DESCRIPTORS_RETRY_SECONDS,
    });
  }
  const { code, statusCode, message, validation } = error as Partial<FastifyError>;
  if (validation) return new ServiceError('ERR_INVALID_PARAMETER', message ?? 'a parameter is not valid');
  if (code === 'FST_ERR_BAD_URL') {
    return new ServiceError('ERR_MALFORMED_REQUEST', 'the path is not a well-formed URL');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('ERR_MALFORMED_REQUEST', message ?? 'the request is not well formed');
  }
  return internalError();
}
