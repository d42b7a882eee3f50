import { errorAnswers } from '../../http/schemas.ts';

export const aeapSchema = {
  operationId: 'asteriskAeap',
  summary: 'Recognise a call of Asterisk',
  description:
    'A WebSocket connection of the Asterisk External Application Protocol, subprotocol `speech_to_text`: the page "Telephony" of the manual has its messages. Without an Authorization header, the first message may have a token.',
  tags: ['Telephony'],
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
};
