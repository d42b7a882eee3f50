import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { partName, removeAbandonedParts, syncFolder } from './atomic-file.ts';
import { builtFile } from './built-file.ts';
import { ModelError, writingError } from './errors.ts';
import type { FetchOptions } from './fetch-event.ts';
import { withFolderLock } from './folder-lock.ts';
import type { ModelFolder } from './model-folder.ts';
import type { PrepareJob, PrepareResult } from './prepare-main.ts';

/** The sets kept per model: this version's and one other clone's. */
const KEPT_SETS = 2;

/** Makes the files a model's preparer promises, unless they are there. */
export async function prepareFiles(
  folder: ModelFolder,
  module: string,
  options: FetchOptions,
): Promise<void> {
  if (folder.missingPrepared().length === 0) return;
  await withFolderLock([folder], options, async () => {
    const { preparer, preparedPath } = folder;
    if (!preparer || !preparedPath || folder.missingPrepared().length === 0) return;
    await removeAbandonedParts(folder.path);
    options.onProgress?.({ kind: 'preparing', model: folder.model.name });
    const part = join(folder.path, partName(basename(preparedPath)));
    try {
      await mkdir(part);
      const inputs = preparer.inputs.map((name) => [name, join(folder.path, name)] as const);
      const job: PrepareJob = {
        module,
        preparer: preparer.name,
        inputs: Object.fromEntries(inputs),
        out: part,
      };
      const problem = await runInChild(job, options.signal);
      if (problem) {
        throw new ModelError('prepare-failed', `Preparing model ${folder.model.name} failed: ${problem}.`);
      }
      await rm(preparedPath, { recursive: true, force: true });
      await rename(part, preparedPath);
      await syncFolder(folder.path);
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      throw writingError(error, preparedPath);
    }
    await removeOldSets(folder.path, preparer.name, preparedPath);
    options.onProgress?.({ kind: 'prepared', model: folder.model.name });
  });
}

/** A child of its own, because editing a graph takes several times the graph's size for a few seconds. */
async function runInChild(job: PrepareJob, signal?: AbortSignal): Promise<string | undefined> {
  signal?.throwIfAborted();
  const child = fork(builtFile('./prepare-main.ts', import.meta.url), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  try {
    let complaint = '';
    let result: PrepareResult | undefined;
    child.stderr?.on('data', (text) => {
      complaint = `${complaint}${text}`.slice(-2000);
    });
    child.on('message', (message) => {
      result = message as PrepareResult;
    });
    // Listens for "error" too, which a child that could not be started has instead of a `send`.
    const closed = once(child, 'close');
    if (child.pid === undefined) return couldNotStart(await closed.catch((error) => error));
    // What cannot be sent shows as the end of the process.
    child.send(job, () => {});
    const [code, killedBy] = await closed;
    signal?.throwIfAborted();
    if (result) return result.problem;
    return `its process ended with ${killedBy ?? `code ${code}`}${complaint && `: ${complaint.trim()}`}`;
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

function couldNotStart(error: unknown): string {
  return `its process could not be started: ${String(error)}`;
}

async function removeOldSets(folder: string, preparer: string, current: string): Promise<void> {
  const others = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.startsWith(`${preparer}-`) && path !== current) {
      others.push({ path, time: (await stat(path)).mtimeMs });
    }
  }
  others.sort((a, b) => b.time - a.time);
  for (const { path } of others.slice(KEPT_SETS - 1)) await rm(path, { recursive: true, force: true });
}
