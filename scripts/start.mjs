// npm start: prepares a clean clone if need be, then serves in this same process.
import { prepare, root } from './prepare.mjs';

prepare();
process.chdir(root);
const { main } = await import('../packages/server/dist/cli/main.js');
await main([process.execPath, 'locutor', ...process.argv.slice(2)]);
