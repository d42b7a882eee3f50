import { errorAnswers } from '../http/schemas.ts';

export const streamingSchema = (path: string) => ({
  operationId: path.startsWith('/asr-server/') ? 'streamEarlier' : 'stream',
  summary: 'Recognise while somebody speaks',
  description:
    'A WebSocket connection, whose binary messages are those of the protocol on the page "Streaming" of the manual. Browsers, which cannot send an Authorization header, offer the subprotocols `asr` and `bearer.<token>`.',
  tags: ['Recognition'],
  security: [{}, { bearer: [] }, { basic: [] }],
  response: {
    101: { description: 'The connection is a WebSocket from here on' },
    ...errorAnswers(
      'ERR_UNAUTHORIZED',
      'ERR_FORBIDDEN',
      'ERR_RATE_LIMITED',
      'ERR_UPGRADE_REQUIRED',
      'ERR_BUSY',
    ),
  },
});
