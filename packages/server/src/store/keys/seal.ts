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

export function seal(key: Key, plain: Uint8Array, belonging: Belonging): Buffer {
  return sealBytes(key.bytes, plain, bound(key, belonging));
}

/** Undefined when the bytes are not what was sealed with this key for this belonging. */
export function unseal(key: Key, sealed: Uint8Array, belonging: Belonging): Buffer | undefined {
  return unsealBytes(key.bytes, sealed, bound(key, belonging));
}

/** Nonce, ciphertext and tag in one. They open only with the same `belonging`, whose parts JSON keeps apart. */
export function sealBytes(key: Uint8Array, plain: Uint8Array, belonging: readonly string[]): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(JSON.stringify(belonging)));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function unsealBytes(
  key: Uint8Array,
  sealed: Uint8Array,
  belonging: readonly string[],
): Buffer | undefined {
  if (sealed.length < NONCE + TAG) return undefined;
  const cipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  cipher.setAAD(Buffer.from(JSON.stringify(belonging)));
  cipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  const plain = cipher.update(sealed.subarray(NONCE, sealed.length - TAG));
  try {
    return Buffer.concat([plain, cipher.final()]);
  } catch {
    return undefined;
  }
}

function bound(key: Key, { repository, scenario, userId, fingerprint }: Belonging): string[] {
  return ['voiceprint', key.id, repository, scenario, userId, fingerprint];
}
