import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from '../built-file.ts';
import { ModelError } from './errors.ts';
import type { SourceOverrides } from './sources/index.ts';
import type { ModelStore } from './store.ts';

/**
 * Makes sure models are ready, in a child process when something is missing: the caller's memory stays small
 * and the child's progress goes to the caller's own terminal.
 */
export async function ensureModels(
  store: ModelStore,
  names: readonly string[],
  sources: SourceOverrides = {},
): Promise<void> {
  if (store.missing(names).length === 0) return;
  const args = [
    '--dir',
    store.dir,
    ...Object.entries(sources).flatMap(([m, s]) => ['--source', `${m}=${s}`]),
  ];
  const program = builtFile('./fetch-main.ts', import.meta.url);
  const child = spawn(process.execPath, [program, ...args, ...names], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0 && store.missing(names).length === 0) return;
  const reason =
    code === 1 ? 'the reason is printed above' : `its process ended with ${signal ?? `code ${code}`}`;
  throw new ModelError('not-ready', `Models could not be fetched into ${store.dir}: ${reason}.`);
}
