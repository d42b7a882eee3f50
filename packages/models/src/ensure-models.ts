import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from './built-file.ts';
import { ModelError } from './errors.ts';
import type { FetchEvent } from './fetch-event.ts';
import type { ModelStore } from './store.ts';

export interface EnsureOptions {
  /** Conditions of licences were accepted. */
  readonly acceptLicence?: boolean;
  /** Gets what the child process tells of its work. */
  readonly onProgress?: (event: FetchEvent) => void;
}

/**
 * Makes sure models of the manifest are ready, in a child process when something is missing: the caller's memory
 * stays small, and the child's progress goes to the caller's own terminal.
 */
export async function ensureModels(
  store: ModelStore,
  names: readonly string[],
  signal?: AbortSignal,
  options: EnsureOptions = {},
): Promise<void> {
  if (store.missing(names).length === 0) return;
  const sources = Object.entries(store.sources).flatMap(([model, from]) => ['--source', `${model}=${from}`]);
  const program = builtFile('./fetch-main.ts', import.meta.url);
  const accepted = options.acceptLicence ? ['--accept-licence'] : [];
  const child = spawn(process.execPath, [program, '--dir', store.dir, ...sources, ...accepted, ...names], {
    stdio: ['ignore', 'inherit', 'inherit', ...(options.onProgress ? ['ipc' as const] : [])],
  });
  if (options.onProgress) child.on('message', options.onProgress);
  const stop = () => child.kill();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  const [code, killedBy] = await once(child, 'close').finally(() =>
    signal?.removeEventListener('abort', stop),
  );
  if (code === 0 && store.missing(names).length === 0) return;
  if (signal?.aborted) throw new ModelError('aborted', 'Fetching models was stopped.');
  const reason =
    code === 1 ? 'the reason is printed above' : `its process ended with ${killedBy ?? `code ${code}`}`;
  throw new ModelError('not-ready', `Models could not be fetched into ${store.dir}: ${reason}.`);
}
