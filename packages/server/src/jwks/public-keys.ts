import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { JWK } from 'jose';

const LEAST_RSA_BITS = 2048;

/**
 * The members of a key set (JWKS) that can verify signatures. jose would only notice a private, broken or short key
 * when a token names it, and would then throw what looks like an error of the server.
 */
export function publicKeys(set: unknown): JWK[] {
  const { keys } = (set ?? {}) as { keys?: unknown };
  const usable = Array.isArray(keys) ? keys.filter(isPublicKey) : [];
  if (usable.length === 0) throw new Error('the key set of the token issuer holds no public key');
  return usable;
}

function isPublicKey(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null || 'd' in key) return false;
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
    return (asymmetricKeyDetails?.modulusLength ?? LEAST_RSA_BITS) >= LEAST_RSA_BITS;
  } catch {
    return false;
  }
}
