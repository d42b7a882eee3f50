import { randomInt } from 'node:crypto';

const EPOCH = Date.UTC(2024, 0, 1);
const RANDOM_BITS = 22n;

/**
 * A positive 63-bit integer: 41 bits of milliseconds since 2024, enough until 2093, and 22 random ones. The order of
 * ids is that of time, so a span of time is a span of the primary key, and a restored backup cannot give an id a second
 * time. Two of the same millisecond and random part meet in the primary key; the later one is then made again.
 */
export function newId(time: number): bigint {
  return firstId(time) + BigInt(randomInt(2 ** Number(RANDOM_BITS)));
}

/** No id of that time or later is smaller. */
export function firstId(time: number): bigint {
  const since = Math.max(0, time - EPOCH);
  return BigInt.asUintN(63, BigInt(since) << RANDOM_BITS) + (since === 0 ? 1n : 0n);
}
