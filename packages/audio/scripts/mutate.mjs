// Damages real files in the ways networks, disks and attackers do.

const interesting = [0x00, 0x01, 0x7f, 0x80, 0xff];

/** A generator of numbers from 0 up to `below`, the same for the same seed. */
export function randomBelow(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % Math.max(1, below);
  };
}

const operations = [
  // One bit.
  (bytes, random) => {
    bytes[random(bytes.length)] ^= 1 << random(8);
    return bytes;
  },
  // One byte, to a value that tends to be special.
  (bytes, random) => {
    bytes[random(bytes.length)] = interesting[random(interesting.length)];
    return bytes;
  },
  // One byte within the headers.
  (bytes, random) => {
    bytes[random(Math.min(128, bytes.length))] = random(256);
    return bytes;
  },
  // A length or count of four bytes.
  (bytes, random) => {
    const at = random(Math.max(1, Math.min(512, bytes.length) - 4));
    const value = [0, 1, 0x7fffffff, 0xffffffff, random(1 << 24)][random(5)];
    for (let i = 0; i < 4 && at + i < bytes.length; i++) bytes[at + i] = (value >>> (8 * i)) & 255;
    return bytes;
  },
  // The end is lost.
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  // A piece is lost.
  (bytes, random) => {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(400))]);
  },
  // A piece comes twice.
  (bytes, random) => {
    const at = random(bytes.length);
    const end = at + random(2000);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
  },
  // Noise is put in.
  (bytes, random) => {
    const at = random(bytes.length);
    const noise = Uint8Array.from({ length: random(300) }, () => random(256));
    return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
  },
  // A piece of another file takes the place.
  (bytes, random, other) => {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(random(other.length))]);
  },
];

/**
 * `bytes` with a few damages. Half of the damaged Ogg files get their checksums repaired, so that the damage
 * reaches the codecs instead of being thrown away with its page.
 */
export function mutate(bytes, other, random, oggChecksum) {
  let damaged = Buffer.from(bytes);
  for (let count = 1 + random(6); count > 0 && damaged.length > 0; count--) {
    damaged = Buffer.from(operations[random(operations.length)](damaged, random, other));
  }
  if (random(2) === 0) repairOgg(damaged, oggChecksum);
  return new Uint8Array(damaged);
}

function repairOgg(bytes, oggChecksum) {
  for (let at = bytes.indexOf('OggS'); at !== -1; at = bytes.indexOf('OggS', at + 4)) {
    if (at + 27 > bytes.length) return;
    const body = at + 27 + bytes[at + 26];
    const end = bytes.subarray(at + 27, body).reduce((sum, length) => sum + length, body);
    if (end <= bytes.length) bytes.writeUInt32LE(oggChecksum(bytes, at, end), at + 22);
  }
}
