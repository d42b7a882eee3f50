import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const CLIENT_ID = /^[\w.-]{1,64}$/;
// Unique across restarts and machines by the random part, cheap per request by the counter.
const start = randomBytes(6).toString('hex');
let count = 0;

/** The client's own X-Request-Id where it is harmless in a log and a header, otherwise a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && CLIENT_ID.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  return `${start}-${(++count).toString(36)}`;
}
