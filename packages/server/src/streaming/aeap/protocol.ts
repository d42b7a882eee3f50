import type { FastifyRequest } from 'fastify';
import { clientOf } from '../../http/client-id.ts';
import { prepare } from '../../operations/recognize/recognize.ts';
import type { ServedPeer } from '../connection.ts';
import { failureOf, hostFor, type RecognitionServices } from '../host.ts';
import type { Protocol } from '../protocol.ts';
import { aeapSchema } from './schema.ts';
import { type AeapDoor, AeapSession } from './session.ts';

/** Asterisk waits one second for an answer. */
const PATIENCE_MS = 700;
const SCOPE = 'recognize';

/** Speech to text by the external application protocol of Asterisk. */
export function aeapProtocol(services: RecognitionServices): Protocol {
  const { config } = services;
  // Asterisk can send a user and a password with its address, or a token in its first message.
  const isAdmitted = ({ headers }: FastifyRequest) =>
    headers.authorization !== undefined || config.authRecognize !== 'required';
  return {
    path: '/asterisk/aeap',
    schema: aeapSchema,
    subprotocol: 'speech_to_text',
    instead: 'recordings go to /asr/rest/v3/recognize',
    async onUpgrade(request) {
      if (isAdmitted(request)) await request.authorize(SCOPE, config.authRecognize);
    },
    isAdmitted,
    open: (peer, request) => new AeapSession(doorFor(request, services, peer), peer),
  };
}

function doorFor(
  request: FastifyRequest,
  services: RecognitionServices,
  peer: Pick<ServedPeer, 'admit'>,
): AeapDoor {
  const { config, grammars, recognition, translate } = services;
  return {
    idleMs: config.sessionIdleSeconds * 1000,
    failureOf: (error) => failureOf(error, request, translate),
    async admit(token) {
      if (token !== undefined) request.raw.headers.authorization ??= `Bearer ${token}`;
      await request.authorize(SCOPE, config.authRecognize);
      peer.admit();
      return {
        ...hostFor(request, services),
        async check(asked, signal) {
          const sources = { config, grammars, models: recognition.models };
          const ready = prepare({ ...asked, client: clientOf(request) }, sources, signal);
          await Promise.race([ready, patience()]);
        },
        note: ({ code }) => request.log.warn({ code }, 'a recognition of a session could not be had'),
      };
    },
  };
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
}
