export type * from './biometrics/types.ts';
export { openConfiguredStore } from './configured-store.ts';
export type { StoreLog } from './database.ts';
export { StoreError, type StoreErrorCode } from './errors.ts';
export { openStore, type Store, type StoreOptions } from './open-store.ts';
export { allows, SCOPES, type Scope } from './tokens/scopes.ts';
export type { EndedToken, TokenHolder, TokenInfo, TokenRequest, TokenStore } from './tokens/token-store.ts';
export { sameToken } from './tokens/token-text.ts';
