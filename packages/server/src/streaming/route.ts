import type { IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client-id.ts';
import { HttpError } from '../http/http-error.ts';
import { isWebSocket, upgradeOnly } from '../http/upgrades.ts';
import type { SynthesizeServices } from '../operations/synthesize/serve-speech.ts';
import { aeapProtocol } from './aeap/protocol.ts';
import { asrProtocols } from './asr-protocol.ts';
import { type ServedPeer, serveConnection } from './connection.ts';
import type { RecognitionServices } from './host.ts';
import { jambonzProtocols } from './jambonz/protocols.ts';
import { jambonzSpeechRoutes } from './jambonz/synthesize-route.ts';
import { checkOrigin } from './origin.ts';
import type { Protocol } from './protocol.ts';
import { Sessions } from './sessions.ts';

export interface StreamingServices extends RecognitionServices {
  readonly speaking: SynthesizeServices;
}

/** Largest message of all protocols, and the most fragments that one may come in. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_FRAGMENTS = 1000;

/** Speech while it is spoken, over WebSocket connections. */
export const streamingRoutes: FastifyPluginAsync<StreamingServices> = async (app, services) => {
  const { config, speaking } = services;
  const protocols: readonly Protocol[] = [
    ...asrProtocols(services),
    ...jambonzProtocols(services, speaking),
    aeapProtocol(services),
  ];
  await app.register(jambonzSpeechRoutes, speaking);
  const sessions = new Sessions(config.sessionsPerClient);
  services.count.sessions(() => sessions.size);
  const paths = protocols.map(({ path }) => app.prefix + path);
  upgradeOnly(app.server, (request) => isWebSocket(request) && paths.includes(pathOf(request)));
  const names = new Set(protocols.flatMap(({ subprotocol }) => subprotocol ?? []));
  await app.register(websocket, {
    options: {
      maxPayload: MOST_BYTES,
      maxFragments: MOST_FRAGMENTS,
      perMessageDeflate: false,
      // One message of a connection in a turn of the event loop, although 10,000 may have been read at once.
      allowSynchronousEvents: false,
      // The token that may be offered beside it is not to be repeated.
      handleProtocols: (offered) => [...offered].find((name) => names.has(name)) ?? false,
    },
    // Each connection has a listener of its own, which logs one line.
    errorHandler: () => {},
    // Sessions end by themselves, those with a recognition after it; the server waits for them as for requests.
    preClose: (done) => {
      sessions.retire();
      done();
    },
  });
  for (const protocol of protocols) {
    const { path, schema, scope, access } = protocol;
    const isAdmitted = (request: FastifyRequest) => protocol.isAdmitted?.(request) ?? true;
    app.route({
      method: 'GET',
      url: path,
      schema,
      config: { ...(scope !== undefined && { scope, access }) },
      async onRequest(request) {
        if (request.ws) checkOrigin(request.headers, config.corsOrigins);
        if (request.ws) await protocol.onUpgrade?.(request);
        if (request.ws && isAdmitted(request)) sessions.ensureRoom(clientOf(request));
      },
      async handler() {
        throw new HttpError(
          'ERR_UPGRADE_REQUIRED',
          `this address is for WebSocket connections; ${protocol.instead}`,
          { upgrade: 'websocket', connection: 'Upgrade' },
        );
      },
      wsHandler(socket, request) {
        try {
          const open = (peer: ServedPeer) => protocol.open(peer, request);
          serveConnection(socket, request, sessions, open, isAdmitted(request));
        } catch (error) {
          request.log.error({ err: error }, 'a session could not be opened');
          socket.terminate();
        }
      },
    });
  }
};

/** Without the query, and without the slash that may end it. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0]!.replace(/\/$/, '');
}
