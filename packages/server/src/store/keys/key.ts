import { createHash, randomBytes } from 'node:crypto';

/** A key of AES-256, and the name under which rows and lists speak of it. */
export interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

const LENGTH = 32;

export function newKey(): Key {
  return keyOf(randomBytes(LENGTH));
}

/** From base64; undefined unless it is exactly 32 bytes. */
export function readKey(text: string): Key | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === LENGTH && bytes.toString('base64') === text ? keyOf(bytes) : undefined;
}

/** The id tells nothing of the key: 64 bits of a hash of 256 random ones. */
function keyOf(bytes: Buffer): Key {
  const hash = createHash('sha256').update('locutor voiceprint key').update(bytes);
  return { id: hash.digest('hex').slice(0, 16), bytes };
}
