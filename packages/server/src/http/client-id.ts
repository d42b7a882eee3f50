import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whom work is counted for where clients share something: the credentials of a request, or its address where it has
 * none. Behind a reverse proxy that is one address for all, so there only credentials tell clients apart.
 */
export function clientOf(request: FastifyRequest): string {
  return request.principal?.id ?? `address:${network(request.raw.socket.remoteAddress ?? '')}`;
}

/** An IPv6 address stands for the /64 that it is in: whoever has one address of it has all of them. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain] = address.split('%') as [string];
  if (!isIPv6(plain)) return plain;
  const [head, tail] = plain.split('::') as [string, string?];
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const behind = groups(tail);
  const all = groups(head);
  while (all.length + behind.length < 8) all.push('0');
  all.push(...behind);
  return `${all.slice(0, 4).join(':')}::/64`.toLowerCase();
}
