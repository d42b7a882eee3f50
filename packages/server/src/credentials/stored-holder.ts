import type { Principal, Refusal } from '../http/auth.ts';
import type { EndedToken, TokenHolder } from '../store/index.ts';

/** Who holds a token of the store, or how it ended. */
export function storedHolder(found: TokenHolder | EndedToken | undefined): Principal | Refusal | undefined {
  if (found === undefined) return undefined;
  if ('ended' in found) {
    const verb = found.ended === 'expired' ? 'it expired' : 'it was revoked';
    return { refused: `${verb} at ${found.at.toISOString()}` };
  }
  const { id, scopes, rate } = found;
  return { id: `token:${id}`, scopes, ...(rate !== undefined && { rate }) };
}
