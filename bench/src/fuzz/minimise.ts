const MOST_TRIES = 150;

/** The smallest request found that still fails: stretches are left out as long as it does, long ones first. */
export async function minimise(bytes: Buffer, fails: (bytes: Buffer) => Promise<boolean>): Promise<Buffer> {
  let best = bytes;
  let tries = 0;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && tries < MOST_TRIES; ) {
      const less = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      tries++;
      if (await fails(less)) best = less;
      else at += size;
    }
  }
  return best;
}
