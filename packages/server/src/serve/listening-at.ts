import type { AddressInfo } from 'node:net';

/** The loopback addresses that reach a socket on "every address" of a family. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** An address that can be opened: the configured host, or the loopback address where that means every address. */
export function listeningAt(host: string, { address, port }: AddressInfo): string {
  const name = LOOPBACK[address] ?? host;
  // The zone of a link-local address stands in a URL behind an escaped "%".
  return `http://${name.includes(':') ? `[${name.replace('%', '%25')}]` : name}:${port}`;
}
