// npm start: prepares a clean clone if need be, then serves in this same process. The manual is built meanwhile.
import { prepare, prepareManual, root } from './prepare.mjs';

prepare({ manual: false });
prepareManual();
process.chdir(root);
const { entry } = await import('../packages/server/bin/entry.mjs');
const { main } = await import(entry);
await main([process.execPath, 'locutor', ...process.argv.slice(2)]);
