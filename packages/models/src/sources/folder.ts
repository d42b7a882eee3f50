import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorMessage, ModelError } from '../errors.ts';
import { metered, type Source } from './source.ts';
import { takeFromTarball } from './tarball.ts';

/** A folder that holds the files under their store names, or the package's own tarball. */
export function folderSource(path: string): Source {
  return async (transfer) => {
    const { signal } = transfer;
    try {
      if (!(await stat(path)).isDirectory()) {
        return await takeFromTarball(createReadStream(path, { signal }), transfer);
      }
      for (const wanted of transfer.wanted) {
        const file = join(path, wanted.file.name);
        if (!(await exists(file))) continue;
        await transfer.deliver(wanted, metered(createReadStream(file, { signal }), transfer.onBytes));
      }
    } catch (error) {
      throw readingError(error, path);
    }
  };
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function readingError(error: unknown, path: string): unknown {
  if (error instanceof ModelError || errorCode(error) === 'ABORT_ERR') return error;
  if (errorCode(error) === 'ENOENT') {
    return new ModelError('not-in-source', `The model source ${path} does not exist.`, error);
  }
  return new ModelError(
    'source-refused',
    `The model source ${path} cannot be read: ${errorMessage(error)}.`,
    error,
  );
}
