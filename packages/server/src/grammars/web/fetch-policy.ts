import ipaddr from 'ipaddr.js';
import { type Address, isPublic, parseAddress } from './address.ts';

/** One entry of the allow list: a name or a range, and a port when it is for that port only. */
interface Allowance {
  readonly name?: string;
  readonly range?: readonly [Address, number];
  readonly port?: number;
}

/**
 * Which addresses documents may be fetched from: public ones, and what the operator lists. A listed name may
 * resolve to any address; a listed address or range holds for names that resolve into it too.
 */
export class FetchPolicy {
  readonly #allowances: readonly Allowance[];

  /** Throws a TypeError for an entry that is none of `host`, `host:port`, an address or a CIDR range. */
  constructor(allow: readonly string[]) {
    this.#allowances = allow.map(parseAllowance);
  }

  /** `host` as the URL has it, `address` as it was resolved (the same text for a literal one). */
  permits(host: string, port: number, address: string): boolean {
    const parsed = parseAddress(address);
    if (parsed === undefined) return false;
    return isPublic(parsed) || this.#allowances.some((each) => covers(each, host, port, parsed));
  }
}

function covers({ name, range, port: only }: Allowance, host: string, port: number, address: Address) {
  if (only !== undefined && only !== port) return false;
  if (range === undefined) return name === host;
  return range[0].kind() === address.kind() && address.match(range[0], range[1]);
}

function parseAllowance(entry: string): Allowance {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const host = bracketed ?? plain ?? entry;
  const only = port === undefined ? {} : { port: Number(port) };
  const address = parseAddress(host);
  if (address !== undefined) return { range: [address, address.kind() === 'ipv4' ? 32 : 128], ...only };
  const [network, bits] = host.split('/');
  if (bits !== undefined && port === undefined && parseAddress(network!) && ipaddr.isValidCIDR(host)) {
    return { range: ipaddr.parseCIDR(host) };
  }
  const name = plain === undefined ? undefined : normalName(plain);
  if (name === undefined) {
    throw new TypeError(
      `expected a host, host:port, an address or a CIDR range, got ${JSON.stringify(entry)}`,
    );
  }
  return { name, ...only };
}

/** The name as a URL would hold it; undefined for what is no name. */
function normalName(text: string): string | undefined {
  if (!/^[^\s/?#@\\*]+$/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const name = new URL(`http://${text}`).hostname.replace(/\.$/, '');
  // `0x7f.1` would become an address here although it was not written as one.
  return parseAddress(name) === undefined ? name : undefined;
}
