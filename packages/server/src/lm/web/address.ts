import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** RFC 6052: how hosts of an IPv6-only network reach IPv4 ones. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** An address in its plain notation; undefined for anything else, also for the octal and short forms of IPv4. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : unwrapped(ipaddr.parse(text));
}

/** The IPv4 address that a mapped or NAT64 one leads to. */
function unwrapped(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const six = address as ipaddr.IPv6;
  const carriesIpv4 = six.isIPv4MappedAddress() || six.match(NAT64);
  return carriesIpv4 ? new ipaddr.IPv4(six.toByteArray().slice(12)) : six;
}

/**
 * Whether an address is one of the public internet. What is not known to be is not: of IPv6 only the part given out
 * to networks, less its special blocks; tunnels that carry an IPv4 address (6to4, Teredo) are among those.
 */
export function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
