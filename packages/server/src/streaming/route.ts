import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { billRequest } from '../billing/bill-request.ts';
import { internalError, ServiceError } from '../errors/index.ts';
import { clientOf } from '../http/client-id.ts';
import type { TranslateError } from '../http/error-answers.ts';
import { HttpError } from '../http/http-error.ts';
import { isWebSocket, upgradeOnly } from '../http/upgrades.ts';
import { callerOf } from '../operations/caller.ts';
import { interpret } from '../operations/interpret/interpret.ts';
import { checkText } from '../operations/interpret/request.ts';
import { requireEmotion } from '../operations/recognize/emotion.ts';
import { RecognitionEnded } from '../operations/recognize/ended.ts';
import { type LiveServices, openLiveCall } from '../operations/recognize/live-call.ts';
import type { Recognition } from '../operations/recognize/recognition.ts';
import { ensureRoom } from '../operations/recognize/serve-call.ts';
import { sentAudio } from './audio-type.ts';
import { checkOrigin } from './origin.ts';
import { readSessionParameters } from './parameters.ts';
import { streamingSchema } from './schema.ts';
import { Session } from './session.ts';
import type { SessionHost } from './session-host.ts';
import { Sessions } from './sessions.ts';

export interface StreamingServices extends LiveServices {
  readonly recognition: Recognition;
  /** Told how many sessions there are, and how recognitions end. */
  readonly count: StreamingCount;
  /** What an error of another part of the server is to a client. */
  readonly translate: TranslateError;
}

export interface StreamingCount {
  sessions(open: () => number): void;
  ended(status: string): void;
}

const PATHS = ['/asr-server/asr', '/asr/ws/v3/recognize'];
/** Largest message of the protocol. */
const MOST_BYTES = 2 * 1024 * 1024;
/** A client that does not read this much of what it was sent is dropped. */
const MOST_UNREAD = 1024 * 1024;

/** Recognition while somebody speaks, by the WebSocket protocol of the interface's product family. */
export const streamingRoutes: FastifyPluginAsync<StreamingServices> = async (app, services) => {
  const { config } = services;
  const sessions = new Sessions(config.sessionsPerClient);
  services.count.sessions(() => sessions.size);
  const paths = PATHS.map((path) => app.prefix + path);
  upgradeOnly(app.server, (request) => isWebSocket(request) && paths.includes(pathOf(request)));
  await app.register(websocket, {
    options: {
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
      // The token that may be offered beside it is not to be repeated.
      handleProtocols: (offered) => (offered.has('asr') ? 'asr' : false),
    },
    // Sessions end by themselves, those with a recognition after it; the server waits for them as for requests.
    preClose: (done) => {
      sessions.retire();
      done();
    },
  });
  for (const url of PATHS) {
    app.route({
      method: 'GET',
      url,
      schema: streamingSchema(url),
      config: { scope: 'recognize', access: config.authRecognize },
      async onRequest(request) {
        if (request.ws) checkOrigin(request.headers, config.corsOrigins);
        if (request.ws) sessions.ensureRoom(clientOf(request));
      },
      async handler() {
        throw new HttpError(
          'ERR_UPGRADE_REQUIRED',
          'this address is for WebSocket connections; recordings go to /asr/rest/v3/recognize',
          { upgrade: 'websocket', connection: 'Upgrade' },
        );
      },
      wsHandler: (socket, request) => serve(socket, request, services, sessions),
    });
  }
};

function serve(
  socket: WebSocket,
  request: FastifyRequest,
  services: StreamingServices,
  sessions: Sessions,
): void {
  const host = hostFor(request, services);
  const session = new Session(host, {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(frame);
      if (socket.bufferedAmount > MOST_UNREAD) {
        request.log.warn('a client of a session does not read its results and is dropped');
        socket.terminate();
      }
    },
    close: (reason) => socket.close(1000, reason),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  });
  const leave = sessions.add(clientOf(request), session);
  socket.on('message', (data) => session.receive(bytesOf(data)));
  // A frame that is too large, or none: ws closes the connection with the reason.
  socket.on('error', (error) =>
    request.log.info({ reason: error.message }, 'a session broke the WebSocket protocol'),
  );
  socket.on('close', () => {
    leave();
    session.end();
  });
}

/** Without the query, and without the slash that may end it. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0]!.replace(/\/$/, '');
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

function hostFor(request: FastifyRequest, services: StreamingServices): SessionHost {
  const { config, grammars, billing, recognition, count, translate } = services;
  const who = { client: clientOf(request), caller: callerOf(request) };
  const noted = (tag: string) => {
    if (tag !== '') request.log.info({ tag }, 'caller');
  };
  return {
    handle: String(randomInt(1, 2 ** 48 - 1)),
    aliases: config.lmAliases,
    rawRate: config.rawRate,
    idleMs: config.sessionIdleSeconds * 1000,
    readParameters: (headers) => readSessionParameters(headers, config),
    audioFormat: (contentType) => sentAudio(contentType, config.rawRate),
    create(userAgent) {
      request.log.info({ ...(userAgent && { agent: userAgent.slice(0, 200) }) }, 'session');
    },
    async recognize({ parameters, ...asked }, watch, signal) {
      requireEmotion(asked.classifiers, recognition.emotion);
      ensureRoom(recognition, request);
      noted(parameters.loggingTag);
      const partials = parameters['decoder.partialResultEnabled'];
      const counted = {
        ...watch,
        onResult: (...[result, transactionId]: Parameters<typeof watch.onResult>) => {
          if (result.final_result) count.ended(result.result_status);
          watch.onResult(result, transactionId);
        },
      };
      return openLiveCall({ ...asked, ...who, parameters, partials }, services, counted, signal);
    },
    async interpret({ parameters, text, references, inline }, signal) {
      await request.authorize('interpret', config.authInterpret);
      noted(parameters.loggingTag);
      const read = { text: checkText(text), references, inline, parameters, client: who.client };
      const result = await interpret(read, grammars, signal);
      const accountTag = parameters['license.manager.accountTag'];
      const record = { operation: 'interpret', accountTag, characters: [...read.text].length } as const;
      const transactionId = await billRequest(billing, record, [result.result_status]);
      return { result, ...(transactionId !== undefined && { transactionId }) };
    },
    async define(grammar, signal) {
      const source = { kind: 'inline', uri: 'inline:0', ...grammar } as const;
      const outcome = await grammars.compile(source, { client: who.client, signal });
      if (outcome.kind !== 'compiled')
        throw new ServiceError('ERR_BUSY', 'the grammar could not be compiled; try again later', {
          retryAfterSeconds: 1,
        });
    },
    failureOf: (error) => failureOf(error, request, translate),
  };
}

/** What went wrong, as far as it is the client's business; the rest is in the log. */
function failureOf(error: unknown, request: FastifyRequest, translate: TranslateError): ServiceError {
  if (error instanceof ServiceError) return error;
  const reason = error instanceof RecognitionEnded ? error.message : undefined;
  if (reason !== undefined) return new ServiceError('ERR_BUSY', reason, { retryAfterSeconds: 1 });
  request.log.error({ err: error }, 'a session failed');
  return translate(error) ?? internalError();
}
