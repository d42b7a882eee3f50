import { type FastifyBaseLogger, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '../config/index.ts';
import { answerClientError } from './client-errors.ts';
import { answerError, type ErrorRules } from './error-answers.ts';
import { httpServer } from './http-server.ts';
import { REQUEST_ID_HEADER } from './plugins/request-ids.ts';
import { SECURITY_HEADERS } from './plugins/security-headers.ts';

/** How fastify is set up, as far as plugins cannot do it. */
export function serverOptions(config: Config, log: FastifyBaseLogger, rules: ErrorRules) {
  return {
    loggerInstance: log,
    // Fastify's own request lines would contain addresses and queries.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    serverFactory: (handler) => httpServer(config, handler),
    // A user's id in a path may be 256 characters of any kind.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    // No plugin waits for anything but the processor: on a busy machine a start may take longer than fastify's ten seconds.
    pluginTimeout: 0,
    // Busy connections finish; idle ones would delay a stop until they time out.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // For malformed paths no hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.headers(SECURITY_HEADERS).header(REQUEST_ID_HEADER, request.id);
      answerError(error, request as never, reply as never, rules);
    },
  } satisfies FastifyServerOptions;
}
