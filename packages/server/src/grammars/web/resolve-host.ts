import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { untilAborted } from '../../common/until-aborted.ts';
import { forbidden, notFound } from '../load-failure.ts';
import type { FetchPolicy } from './fetch-policy.ts';
import { Semaphore } from './semaphore.ts';
import { hostOf, portOf } from './web-url.ts';

/** All addresses of a host name; rejects or gives none where there is no such host. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * The system's resolver. It blocks a thread of the four that files, compression and password hashing share, for as
 * long as a name server keeps it waiting, and cannot be interrupted: no more than two at a time.
 */
export function systemResolver(): ResolveHost {
  const slots = new Semaphore(2);
  return async (host, signal) => {
    const leave = await slots.enter(signal);
    try {
      const found = await lookup(host, { all: true, verbatim: true });
      return found.map(({ address }) => address);
    } finally {
      leave();
    }
  };
}

/** The addresses of the URL's host that a connection may be made to. */
export async function permittedAddresses(
  url: URL,
  policy: FetchPolicy,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) !== 0 ? [host] : await untilAborted(resolve(host, signal), signal);
  if (addresses.length === 0) throw notFound('its host name does not resolve');
  const permitted = addresses.filter((address) => policy.permits(host, portOf(url), address));
  if (permitted.length === 0) throw forbidden('the fetch policy does not permit its host');
  return permitted;
}
