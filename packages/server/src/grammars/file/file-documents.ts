import type { BigIntStats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LRUCache } from 'lru-cache';
import { isOutOfDescriptors } from '../../common/out-of-descriptors.ts';
import { fingerprint, type LoadedDocument } from '../document.ts';
import { idleCache } from '../expiring-cache.ts';
import type { LoaderLimits } from '../limits.ts';
import { LoadFailure, notFound } from '../load-failure.ts';
import { type GrammarPath, grammarUri, outside, parseGrammarPath, placesIn } from './grammar-path.ts';
import { readInside } from './read-inside.ts';

interface Entry {
  readonly document: LoadedDocument;
  readonly stats: BigIntStats;
}

/** Two writes this close together can leave the same time stamp: some file systems count whole seconds. */
const SETTLED_MS = 2_000;

/**
 * Documents of the grammar folders. All of these name `pizza.abnf` in the folder `/srv/grammars`:
 * `file:pizza.abnf`, `file:/pizza.abnf`, `file:///pizza.abnf`, `file:///srv/grammars/pizza.abnf`.
 * A file is read again as soon as its time, size or inode differ.
 */
export class FileDocuments {
  readonly #folders: readonly string[];
  readonly #limits: LoaderLimits;
  readonly #now: () => number;
  readonly #cache: LRUCache<string, Entry>;

  constructor(folders: readonly string[], limits: LoaderLimits, now: () => number) {
    this.#folders = folders;
    this.#limits = limits;
    this.#now = now;
    const { cacheEntries: entries, cacheBytes: bytes, idleMs } = limits;
    this.#cache = idleCache({ entries, bytes, idleMs, now });
  }

  async load(uri: string): Promise<LoadedDocument> {
    const path = parseGrammarPath(uri);
    for (const folder of this.#folders) {
      for (const segments of placesIn(folder, path)) {
        const found = await this.#read(folder, segments);
        if (found !== undefined) return { ...found, freshUntil: this.#now() };
      }
    }
    throw (await this.#meansElsewhere(path)) ? outside() : notFound('there is no such file');
  }

  /** undefined where there is no such file. */
  async #read(folder: string, segments: readonly string[]): Promise<LoadedDocument | undefined> {
    const path = join(folder, ...segments);
    try {
      const known = this.#cache.get(path);
      // The same inode and times were seen inside the folder when the file was read, so its content may be returned.
      if (known !== undefined && sameFile(await stat(path, { bigint: true }), known.stats)) {
        return known.document;
      }
      const { bytes, stats } = await readInside(folder, segments, this.#limits.documentBytes);
      const document = {
        uri: grammarUri(segments),
        bytes,
        freshUntil: this.#now(),
        fingerprint: fingerprint(bytes),
      };
      const changed = stats.mtimeMs > stats.ctimeMs ? stats.mtimeMs : stats.ctimeMs;
      if (Date.now() - Number(changed) > SETTLED_MS) {
        this.#cache.set(path, { document, stats }, { size: bytes.length + path.length });
      }
      return document;
    } catch (error) {
      if (error instanceof LoadFailure) throw error;
      const { code } = error as NodeJS.ErrnoException;
      // A name that is too long for a file is that of none.
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
      // That it cannot be opened now says nothing about the file.
      if (code === undefined || isOutOfDescriptors(error)) throw error;
      throw notFound(`it cannot be read (${code})`, { cause: error });
    }
  }

  /**
   * Whether a path that was not found means a place outside: `/etc/passwd` does, `/pizza.abnf` and `/known/pizza.abnf`
   * do not. Files outside are never touched, so that the answer reveals nothing about them.
   */
  async #meansElsewhere({ rooted, segments }: GrammarPath): Promise<boolean> {
    if (!rooted || segments.length < 2) return false;
    for (const folder of this.#folders) {
      if (placesIn(folder, { rooted, segments }).length > 1) return false;
      if (await exists(join(folder, segments[0]!))) return false;
    }
    return true;
  }
}

function sameFile(a: BigIntStats, b: BigIntStats): boolean {
  return (
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.size === b.size &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
