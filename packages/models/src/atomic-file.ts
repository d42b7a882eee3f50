import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelError, writingError } from './errors.ts';
import { isAlive } from './lock.ts';
import type { ModelFile } from './model.ts';

const PART = /^\..*\.(\d+)\.[0-9a-f]+\.part$/;
const ABANDONED_MS = 24 * 3600_000;

/** A name beside the final file, so that the rename stays inside one file system; it tells whose it is. */
export function partName(name: string): string {
  return `.${name}.${process.pid}.${randomBytes(4).toString('hex')}.part`;
}

export async function writeAtomically(
  folder: string,
  name: string,
  data: string | Uint8Array,
): Promise<void> {
  await throughPart(folder, name, async (part) => {
    const handle = await open(part, 'wx');
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}

/**
 * Writes a model file while hashing it; it gets its name only when it is the pinned one.
 * `label` names the file and its source in the error.
 */
export async function writeVerified(
  folder: string,
  file: ModelFile,
  bytes: AsyncIterable<Uint8Array>,
  label: string,
): Promise<void> {
  await throughPart(folder, file.name, async (part) => {
    const hash = createHash('sha256');
    let size = 0;
    const handle = await open(part, 'wx');
    try {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.length;
        if (size > file.size) break;
        await handle.writeFile(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const expected = `${file.size} bytes with sha256 ${file.sha256}`;
    if (size > file.size) {
      throw new ModelError('wrong-hash', `${label} is longer than expected: expected ${expected}.`);
    }
    const sha256 = hash.digest('hex');
    if (size !== file.size || sha256 !== file.sha256) {
      throw new ModelError(
        'wrong-hash',
        `${label} is not the expected file: expected ${expected}, received ${size} bytes with sha256 ${sha256}.`,
      );
    }
  });
}

/** Removes what processes that no longer live left behind in `folder`. */
export async function removeAbandonedParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = PART.exec(name)?.[1];
    if (!pid) continue;
    const path = join(folder, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
    // A living process may only have inherited the number: past a day the file is nobody's.
    if (!isAlive(Number(pid)) || age > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

async function throughPart(
  folder: string,
  name: string,
  write: (part: string) => Promise<void>,
): Promise<void> {
  const part = join(folder, partName(name));
  try {
    await write(part);
    await rename(part, join(folder, name));
    await syncFolder(folder);
  } catch (error) {
    await rm(part, { force: true });
    throw writingError(error, join(folder, name));
  }
}

/** Makes a rename survive a power cut. Windows cannot open folders and journals the rename by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
