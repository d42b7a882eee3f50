// The store is no public part of the server package; benchmarks read what the build made of it.
export type { Store } from '../../../packages/server/dist/store/index.js';
export { KeyRing, keySource } from '../../../packages/server/dist/store/keys/key-ring.js';
export { seal } from '../../../packages/server/dist/store/keys/seal.js';
export { locateStore } from '../../../packages/server/dist/store/location.js';
export { openDatabase, openStore } from '../../../packages/server/dist/store/open-store.js';
export { startPostgres } from '../../../packages/server/dist/store/testing/postgres.js';
