import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** RFC 6052: how hosts of an IPv6-only network reach IPv4 ones. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Where clouds serve their own machines at addresses of the public ranges: Azure's platform and IBM's service
 * endpoints. Those of other clouds are link-local, private or reserved (169.254.169.254, 100.100.100.200, 192.0.0.192,
 * fd00:ec2::254, fd20:ce::254) and not public anyway.
 */
const PLATFORMS = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);

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
 * Whether an address belongs to the public internet and is not a service of the cloud that we may run in. Unknown
 * ranges are not public: of IPv6 only the part assigned to networks, without its special blocks, among them tunnels that
 * carry an IPv4 address (6to4, Teredo).
 */
export function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6') return address.match(GLOBAL_UNICAST);
  return !PLATFORMS.some((range) => address.match(range));
}
