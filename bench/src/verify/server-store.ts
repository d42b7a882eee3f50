// Nobody but the server writes to its database; a benchmark that wants 100,000 users at once does.

export { openConfiguredStore, type Store } from '../../../packages/server/dist/store/index.js';
export { openSqlite } from '../../../packages/server/dist/store/sqlite/open.js';
