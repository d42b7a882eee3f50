import { hostFor, type RecognitionServices } from './host.ts';
import type { Protocol } from './protocol.ts';
import { streamingSchema } from './schema.ts';
import { Session } from './session.ts';

/** Recognition while somebody speaks, by the WebSocket protocol of the interface's product family. */
export function asrProtocols(services: RecognitionServices): Protocol[] {
  return ['/asr-server/asr', '/asr/ws/v3/recognize'].map((path) => ({
    path,
    schema: streamingSchema(path),
    scope: 'recognize',
    access: services.config.authRecognize,
    subprotocol: 'asr',
    instead: 'recordings go to /asr/rest/v3/recognize',
    open: (peer, request) => new Session(hostFor(request, services), peer),
  }));
}
