// npm start: prepares a clean clone if need be, then serves in this same process. The manual is built meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { COMMAND, isPrepared, prepare, prepareManual, root } from './prepare.mjs';

await prepare(COMMAND);
if (!isPrepared(['page'])) await Promise.all([prepare(['page']), fetchModels()]);
prepareManual();
process.chdir(root);
const { main } = await import('../packages/server/dist/bundle/locutor.js');
await main([process.execPath, 'locutor', ...process.argv.slice(2)]);

/** Fetches the default models while the page is built. Where that fails, the server says why as it does at any start. */
async function fetchModels() {
  if (process.env.LOCUTOR_MODELS_FETCH === 'never') return;
  const command = [join(root, 'packages', 'server', 'bin', 'locutor.mjs'), 'models', 'fetch'];
  await once(
    spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }),
    'exit',
  );
}
