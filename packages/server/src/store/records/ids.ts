import { randomInt } from 'node:crypto';

const EPOCH = Date.UTC(2024, 0, 1);
const RANDOM_BITS = 22n;
/** Half of them are left for those that follow within the same millisecond, up to 512 apart. */
const FIRST_OF_MILLISECOND = 2 ** 21;
const STEP = 512;

let latest = { time: 0, id: 0n };

/**
 * A positive 63-bit integer: 41 bits of milliseconds since 2024, enough until 2093, and 22 random ones. The order of
 * ids is that of time, within a process also in one millisecond, so a span of time is a span of the primary key, and a
 * restored backup cannot give an id a second time. Where two processes make the same one, they meet in the primary
 * key, and the later one makes another.
 */
export function newId(time: number): bigint {
  const id =
    time === latest.time
      ? latest.id + BigInt(1 + randomInt(STEP))
      : firstId(time) + BigInt(randomInt(FIRST_OF_MILLISECOND));
  latest = { time, id };
  return id;
}

/** No id of that time or later is smaller. */
export function firstId(time: number): bigint {
  const since = Math.max(0, time - EPOCH);
  return BigInt.asUintN(63, BigInt(since) << RANDOM_BITS) + (since === 0 ? 1n : 0n);
}
