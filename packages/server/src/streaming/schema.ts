import { UPGRADE_SECURITY, upgradeAnswers } from './upgrade-schema.ts';

export const streamingSchema = (path: string) => ({
  operationId: path.startsWith('/asr-server/') ? 'streamEarlier' : 'stream',
  summary: 'Recognise while somebody speaks',
  description:
    'A WebSocket connection, whose binary messages are those of the protocol on the page "Streaming" of the manual. Browsers, which cannot send an Authorization header, offer the subprotocols `asr` and `bearer.<token>`.',
  tags: ['Recognition'],
  security: UPGRADE_SECURITY,
  response: upgradeAnswers(),
});
