// npm start: prepares a clean clone if need be, then serves in this same process. The manual is built meanwhile.
import { prepare, prepareManual, root } from './prepare.mjs';

prepare({ manual: false });
prepareManual();
process.chdir(root);
const { main } = await import('../packages/server/dist/cli/main.js');
await main([process.execPath, 'locutor', ...process.argv.slice(2)]);
