import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Key } from './key.ts';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** What a sealed voiceprint belongs to. Moved to another row, or with any of this changed, it no longer opens. */
export interface Belonging {
  readonly repository: string;
  readonly scenario: string;
  readonly userId: string;
  readonly fingerprint: string;
}

/** Nonce, ciphertext and tag in one. */
export function seal(key: Key, plain: Uint8Array, belonging: Belonging): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG });
  cipher.setAAD(bound(key, belonging));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined when the bytes are not what was sealed with this key for this belonging. */
export function unseal(key: Key, sealed: Uint8Array, belonging: Belonging): Buffer | undefined {
  if (sealed.length < NONCE + TAG) return undefined;
  const cipher = createDecipheriv(CIPHER, key.bytes, sealed.subarray(0, NONCE), { authTagLength: TAG });
  cipher.setAAD(bound(key, belonging));
  cipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  const plain = cipher.update(sealed.subarray(NONCE, sealed.length - TAG));
  try {
    return Buffer.concat([plain, cipher.final()]);
  } catch {
    return undefined;
  }
}

/** JSON keeps the parts apart whatever characters they hold. */
function bound(key: Key, { repository, scenario, userId, fingerprint }: Belonging): Buffer {
  return Buffer.from(JSON.stringify(['voiceprint', key.id, repository, scenario, userId, fingerprint]));
}
