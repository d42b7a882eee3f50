import type { IncomingHttpHeaders } from 'node:http';
import { quote, ServiceError } from '../errors/index.ts';

/**
 * Browsers let every page open a WebSocket to every server, and say whose page it is: it must be this server's own or one
 * that may call it. Other clients send no Origin.
 */
export function checkOrigin({ origin, host }: IncomingHttpHeaders, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new ServiceError('ERR_FORBIDDEN', `pages of the origin ${quote(origin)} may not open sessions here`);
}
