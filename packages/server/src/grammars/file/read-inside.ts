import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { notFound, tooLarge } from '../load-failure.ts';
import { isOutside, outside } from './grammar-path.ts';

export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly stats: BigIntStats;
}

/** Without O_NONBLOCK the opening of a FIFO waits for a writer, perhaps forever. Windows knows none of these. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Reads a regular file whose real place is inside the folder. The place is checked before the file is opened, so
 * that nothing outside is ever opened in earnest, and again afterwards against the open file: a folder swapped for
 * a link in between is noticed, because the path must still be free of links and lead to the very same file.
 */
export async function readInside(
  folder: string,
  segments: readonly string[],
  limit: number,
): Promise<ReadFile> {
  const place = await realPlace(folder, segments);
  if (!(await stat(place)).isFile()) throw notAFile();
  const file = await open(place, FLAGS);
  try {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) throw notAFile();
    const now = await lstat(place, { bigint: true });
    if ((await realpath(place)) !== place || now.ino !== stats.ino || now.dev !== stats.dev) throw outside();
    return { bytes: await readUpTo(file, stats, limit), stats };
  } finally {
    await file.close();
  }
}

/** Goes one step at a time: behind a link that leads outside, the answer does not even reveal what exists there. */
async function realPlace(folder: string, segments: readonly string[]): Promise<string> {
  const root = await realpath(folder);
  let place = root;
  for (const segment of segments) {
    place = await realpath(join(place, segment));
    if (isOutside(relative(root, place))) throw outside();
  }
  return place;
}

function notAFile(): Error {
  return notFound('it is not a file');
}

async function readUpTo(file: FileHandle, stats: BigIntStats, limit: number): Promise<Uint8Array> {
  if (stats.size > BigInt(limit)) throw tooLarge(limit);
  // One byte more than expected, to notice a file that grew.
  const buffer = Buffer.allocUnsafeSlow(Number(stats.size) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0) return buffer.subarray(0, length);
    if (length === buffer.length) throw notFound('it was being written while it was read');
  }
}
