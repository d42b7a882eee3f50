import type { ErrorCode } from '../errors/index.ts';
import { errorAnswers } from '../http/schemas.ts';

/** Who may open a connection: the token may also come in a subprotocol or in a first message. */
export const UPGRADE_SECURITY = [{}, { bearer: [] }, { basic: [] }];

/** What a request for a WebSocket is answered with, whatever is spoken on it; `more` are a protocol's own refusals. */
export const upgradeAnswers = (...more: readonly ErrorCode[]) => ({
  101: { description: 'The connection is a WebSocket from here on' },
  ...errorAnswers(
    'ERR_UNAUTHORIZED',
    'ERR_FORBIDDEN',
    'ERR_RATE_LIMITED',
    'ERR_UPGRADE_REQUIRED',
    'ERR_BUSY',
    ...more,
  ),
});
