import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoadFailure } from '../load-failure.ts';
import { FetchPolicy } from './fetch-policy.ts';
import { permittedAddresses } from './resolve-host.ts';
import { parseWebUrl } from './web-url.ts';

const closed = new FetchPolicy([]);
const { signal } = new AbortController();

/** The IANA special-purpose registries, written down apart from the code under test. */
const RESERVED_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['255.255.255.255', 32],
];

/** Whole blocks, as the first 16-bit groups. */
const RESERVED_IPV6: readonly number[][] = [
  [0, 0, 0, 0, 0, 0],
  [0x100, 0, 0, 0],
  [0x64, 0xff9b, 1],
  [0x2001, 0],
  [0x2001, 2, 0],
  [0x2001, 0xdb8],
  [0x2002],
  [0x3fff, 0],
  [0x5f00],
  [0xfc00],
  [0xfd12],
  [0xfe80],
  [0xfebf],
  [0xfec0],
  [0xff02],
  [0x4000],
];

const number = ([a, b, c, d]: readonly number[]) => ((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0;
const octets = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

const reservedIpv4 = fc
  .tuple(fc.constantFrom(...RESERVED_IPV4), fc.nat(0xffffffff))
  .map(([[start, bits], random]) => {
    const mask = bits === 32 ? 0xffffffff : ~(0xffffffff >>> bits) >>> 0;
    return octets((number(start.split('.').map(Number)) | (random & ~mask)) >>> 0);
  });

/** How an address can be spelled in a URL: parts in three bases, the last part holding several octets. */
const spelledIpv4 = fc
  .tuple(
    reservedIpv4,
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.constantFrom(10, 8, 16), { minLength: 4, maxLength: 4 }),
    fc.constantFrom('', '.'),
    fc.boolean(),
  )
  .map(([address, parts, bases, end, wide]) => {
    const values = [...address.slice(0, parts - 1), number(address) % 256 ** (5 - parts)];
    const written = values.map((value, index) => {
      const base = bases[index]!;
      return (base === 8 ? '0' : base === 16 ? '0x' : '') + value.toString(base);
    });
    const text = written.join('.') + end;
    // Full-width digits are the same digits to a URL.
    return wide ? text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))) : text;
  });

const group = fc.nat(0xffff);
const hex = (groups: readonly number[]) => groups.map((each) => each.toString(16)).join(':');

const reservedIpv6 = fc.oneof(
  fc
    .tuple(fc.constantFrom(...RESERVED_IPV6), fc.array(group, { minLength: 8, maxLength: 8 }))
    .map(([start, rest]) => hex([...start, ...rest].slice(0, 8))),
  reservedIpv4.map((address) => `::ffff:${address.join('.')}`),
  reservedIpv4.map((address) => `::ffff:${hex([number(address) >>> 16, number(address) & 0xffff])}`),
  reservedIpv4.map((address) => `0:0:0:0:0:FFFF:${address.join('.')}`),
  reservedIpv4.map((address) => `64:ff9b::${address.join('.')}`),
  reservedIpv4.map((address) => `2002:${hex([number(address) >>> 16, number(address) & 0xffff])}::1`),
  reservedIpv4.map((address) => `::${address.join('.')}`),
  reservedIpv4.map((address) => `::ffff:0:${address.join('.')}`),
  fc.constantFrom('::', '::1', '0:0:0:0:0:0:0:1', 'fe80::1', 'FF02::1', '2001::1'),
);

/** Whether the policy lets a URL through; a host that is no address must never be reached by these tests. */
async function passes(text: string, policy = closed): Promise<boolean> {
  try {
    const addresses = await permittedAddresses(
      parseWebUrl(text),
      policy,
      async (host) => {
        throw new Error(`${host} was taken for a name`);
      },
      signal,
    );
    return addresses.length > 0;
  } catch (error) {
    if (error instanceof LoadFailure) return false;
    throw error;
  }
}

async function resolvesTo(addresses: readonly string[], policy = closed): Promise<readonly string[]> {
  return permittedAddresses(new URL('http://host.example/'), policy, async () => addresses, signal);
}

describe('FetchPolicy', () => {
  it('permits public addresses', async () => {
    for (const host of [
      '8.8.8.8',
      '0x8.0x8.2056',
      '[2606:4700::1111]',
      '[::ffff:8.8.8.8]',
      '[64:ff9b::8.8.8.8]',
    ]) {
      expect(await passes(`https://${host}/`), host).toBe(true);
    }
  });

  it('permits no reserved IPv4 address, however it is spelled', async () => {
    await fc.assert(
      fc.asyncProperty(spelledIpv4, async (host) => {
        expect(await passes(`http://${host}/`)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('permits no reserved IPv6 address, nor one that carries a reserved IPv4 address', async () => {
    await fc.assert(
      fc.asyncProperty(reservedIpv6, fc.boolean(), async (address, upper) => {
        expect(await passes(`http://[${upper ? address.toUpperCase() : address}]:8080/`)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '168.63.129.16',
    '161.26.0.10',
    '166.11.255.255',
    '169.254.169.254',
    '169.254.170.2',
    '169.254.0.23',
    '100.100.100.200',
    '192.0.0.192',
  ])('permits no platform service of a cloud: %s in any form', async (address) => {
    const groups = hex([
      number(address.split('.').map(Number)) >>> 16,
      number(address.split('.').map(Number)) & 0xffff,
    ]);
    const inverted = hex(groups.split(':').map((each) => 0xffff ^ Number.parseInt(each, 16)));
    for (const form of [
      address,
      String(number(address.split('.').map(Number))),
      `[::ffff:${address}]`,
      `[::ffff:${groups}]`,
      `[::${address}]`,
      `[64:ff9b::${address}]`,
      `[64:ff9b:1::${address}]`,
      `[2002:${groups}::1]`,
      `[2001:0:4136:e378:8000:63bf:${inverted}]`,
    ]) {
      expect(await passes(`http://${form}/`), form).toBe(false);
    }
    await expect(resolvesTo([address])).rejects.toMatchObject({ code: 'ERR_LM_FORBIDDEN' });
    expect(await passes(`http://${address}/`, new FetchPolicy([address]))).toBe(true);
  });

  it.each(['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe', 'fe80::a9fe:a9fe'])(
    'permits no platform service of a cloud: %s',
    async (address) => {
      expect(await passes(`http://[${address}]/`)).toBe(false);
      await expect(resolvesTo([address])).rejects.toMatchObject({ code: 'ERR_LM_FORBIDDEN' });
    },
  );

  it('permits the neighbours of platform services', async () => {
    for (const host of [
      '168.63.129.15',
      '168.63.129.17',
      '161.25.255.255',
      '161.27.0.0',
      '166.7.255.255',
      '166.12.0.0',
    ]) {
      expect(await passes(`http://${host}/`), host).toBe(true);
    }
  });

  it('permits no name that resolves to any of them', async () => {
    const address = fc.oneof(
      reservedIpv4.map((each) => each.join('.')),
      reservedIpv6,
      reservedIpv6.map((each) => `${each}%eth0`),
      spelledIpv4,
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 4 }), async (addresses) => {
        await expect(resolvesTo(addresses)).rejects.toMatchObject({ code: 'ERR_LM_FORBIDDEN' });
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps only the permitted ones of several addresses', async () => {
    expect(await resolvesTo(['127.0.0.1', '8.8.8.8', '::1', '10.1.2.3'])).toEqual(['8.8.8.8']);
  });

  it('does not say which address a name has', async () => {
    const failure = await resolvesTo(['10.11.12.13']).catch((error: Error) => error.message);
    expect(failure).toBe('the fetch policy does not permit its host');
  });

  it.each([
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '[::ffff:10.1.2.3]', true],
    ['10.0.0.0/8', '192.168.0.1', false],
    ['10.1.2.3', '10.1.2.3:8080', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['10.1.2.3:8080', '10.1.2.3:8080', true],
    ['10.1.2.3:8080', '10.1.2.3', false],
    ['10.1.2.3:80', '10.1.2.3', true],
    ['10.1.2.3:80', '10.1.2.3:81', false],
    ['::1', '[::1]:9000', true],
    ['[::1]', '[::1]', true],
    ['[::1]:9000', '[::1]:9000', true],
    ['[::1]:9000', '[::1]', false],
    ['fd00::/8', '[fd12::5]', true],
    ['fd00::/8', '10.1.2.3', false],
    ['0.0.0.0/0', '127.0.0.1', true],
    ['0.0.0.0/0', '[::1]', false],
  ])('with %s listed, http://%s/ passes: %s', async (entry, host, expected) => {
    expect(await passes(`http://${host}/`, new FetchPolicy([entry]))).toBe(expected);
  });

  it('permits a listed name whatever it resolves to, and no other name', async () => {
    const policy = new FetchPolicy(['Host.Example.', 'other.example:8080']);
    expect(await resolvesTo(['10.0.0.1'], policy)).toEqual(['10.0.0.1']);
    expect(policy.permits('other.example', 8080, '10.0.0.1')).toBe(true);
    expect(policy.permits('other.example', 80, '10.0.0.1')).toBe(false);
    expect(policy.permits('a.host.example', 80, '10.0.0.1')).toBe(false);
    await expect(resolvesTo(['10.0.0.1'], new FetchPolicy(['10.0.0.2']))).rejects.toThrow(LoadFailure);
    expect(await resolvesTo(['10.0.0.1'], new FetchPolicy(['10.0.0.0/30']))).toEqual(['10.0.0.1']);
  });

  it.each([
    '',
    ' ',
    'a b',
    '*',
    '*.example',
    'http://a',
    'a/8',
    '10.0.0.0/33',
    '10.0/8',
    '0x7f.1',
    'a:b',
    'u@h',
    '[a]',
    '::1:x',
    '10.0.0.0/8:80',
  ])('refuses the entry %j', (entry) => {
    expect(() => new FetchPolicy([entry])).toThrow(TypeError);
  });
});
