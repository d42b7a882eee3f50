import { UPGRADE_SECURITY, upgradeAnswers } from '../upgrade-schema.ts';

export const aeapSchema = {
  operationId: 'asteriskAeap',
  summary: 'Recognise a call of Asterisk',
  description:
    'A WebSocket connection of the Asterisk External Application Protocol, subprotocol `speech_to_text`: the page "Telephony" of the manual has its messages. Without an Authorization header, the first message may have a token.',
  tags: ['Telephony'],
  security: UPGRADE_SECURITY,
  response: upgradeAnswers(),
};
