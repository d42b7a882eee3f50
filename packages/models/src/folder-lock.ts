import { join } from 'node:path';
import { writingError } from './errors.ts';
import type { FetchOptions } from './fetch-event.ts';
import { type LockHolder, withLock } from './lock.ts';
import type { ModelFolder } from './model-folder.ts';

/** Holds the locks of several models, always taken in the order of their names so that nobody waits in a ring. */
export async function withFolderLock<T>(
  folders: readonly ModelFolder[],
  options: FetchOptions,
  body: () => Promise<T>,
): Promise<T> {
  const [first, ...rest] = folders.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (!first) return body();
  const file = join(first.path, '.lock');
  let entered = false;
  const enter = () => {
    entered = true;
    return withFolderLock(rest, options, body);
  };
  try {
    return await withLock(file, { signal: options.signal, onWait }, enter);
  } catch (error) {
    throw entered ? error : writingError(error, file);
  }

  function onWait(holder: LockHolder): void {
    options.log?.(
      `Process ${holder.pid} on ${holder.host} is working on model ${first!.model.name}; waiting for it.`,
    );
  }
}
