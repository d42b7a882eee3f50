import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeAbandonedParts, writeVerified } from './atomic-file.ts';
import { ModelError, writingError } from './errors.ts';
import type { FetchOptions } from './fetch-event.ts';
import { withFolderLock } from './folder-lock.ts';
import { makeFolder } from './make-folder.ts';
import { hashFile, type ModelFolder } from './model-folder.ts';
import { expectedBytes, openSource, type SourceOverrides, sourceName } from './sources/index.ts';
import type { Wanted } from './sources/source.ts';
import { readStamp, stampOf, writeStamp } from './stamp.ts';

const ATTEMPTS = 3;
const RETRY_DELAY_MS = 500;

/** Brings every missing manifest file of these models into the store, one pass over each source. */
export async function fetchFiles(
  folders: readonly ModelFolder[],
  overrides: SourceOverrides,
  options: FetchOptions,
): Promise<void> {
  const groups = new Map<string, Set<ModelFolder>>();
  for (const folder of folders) {
    for (const file of folder.missingFiles()) {
      const source = sourceName({ model: folder.model, file }, overrides);
      groups.set(source, (groups.get(source) ?? new Set()).add(folder));
    }
  }
  for (const [source, sharing] of groups) {
    const members = [...sharing];
    for (const folder of members) await makeModelFolder(folder.path);
    await withFolderLock(members, options, () => fetchGroup(source, members, overrides, options));
  }
}

async function fetchGroup(
  source: string,
  folders: readonly ModelFolder[],
  overrides: SourceOverrides,
  options: FetchOptions,
): Promise<void> {
  for (const folder of folders) {
    await removeAbandonedParts(folder.path);
    await adoptFiles(folder);
  }
  for (let attempt = 1; ; attempt++) {
    const wanted = folders
      .flatMap((folder) => folder.missingFiles().map((file): Wanted => ({ model: folder.model, file })))
      .filter((each) => sourceName(each, overrides) === source);
    if (wanted.length === 0) return;
    await checkRoom(folders[0]!.path, wanted);
    const pass = new Pass(source, folders, wanted, options, expectedBytes(wanted, overrides));
    try {
      return await pass.run(overrides);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!pass.wasInterrupted(error) || attempt === ATTEMPTS) throw error;
      options.log?.(`${(error as ModelError).message} Trying again (${attempt + 1} of ${ATTEMPTS}).`);
      await sleep(RETRY_DELAY_MS * attempt, undefined, { signal: options.signal });
    }
  }
}

/** One pass over one source. */
class Pass {
  readonly #source: string;
  readonly #folders: readonly ModelFolder[];
  readonly #wanted: readonly Wanted[];
  readonly #options: FetchOptions;
  readonly #total: number;
  readonly #delivered = new Set<Wanted>();
  #received = 0;

  constructor(
    source: string,
    folders: readonly ModelFolder[],
    wanted: readonly Wanted[],
    options: FetchOptions,
    total: number,
  ) {
    this.#source = source;
    this.#folders = folders;
    this.#wanted = wanted;
    this.#options = options;
    this.#total = total;
  }

  async run(overrides: SourceOverrides): Promise<void> {
    const source = openSource(this.#wanted[0]!, overrides);
    await source({
      wanted: this.#wanted,
      deliver: (wanted, bytes) => this.#keep(wanted, bytes),
      onBytes: (count) => this.#report(count),
      signal: this.#options.signal ?? new AbortController().signal,
    });
    const absent = this.#wanted.filter((wanted) => !this.#delivered.has(wanted));
    if (absent.length === 0) return;
    const names = absent.map(({ model, file }) => `${model.name}/${file.name} (${file.path})`).join(', ');
    throw new ModelError('not-in-source', `${this.#source} does not contain ${names}.`);
  }

  /** Sources retry their own connecting; only a transfer that had begun is worth another try from here. */
  wasInterrupted(error: unknown): boolean {
    const codes = ['unreachable', 'damaged'];
    return error instanceof ModelError && codes.includes(error.code) && this.#received > 0;
  }

  async #keep(wanted: Wanted, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const { model, file } = wanted;
    const folder = this.#folders.find((f) => f.model === model)!;
    await writeVerified(folder.path, file, bytes, `${model.name}/${file.name} from ${this.#source}`);
    await stampFile(folder, file.name, file.sha256);
    this.#delivered.add(wanted);
    this.#options.onProgress?.({ kind: 'file', model: model.name, file: file.name, size: file.size });
  }

  #report(count: number): void {
    this.#received += count;
    this.#options.onProgress?.({
      kind: 'download',
      models: [...new Set(this.#wanted.map(({ model }) => model.name))],
      done: Math.min(this.#received, this.#total),
      total: this.#total,
    });
  }
}

/** Takes in files that are already right, left by a process killed before its stamp or put there by hand. */
async function adoptFiles(folder: ModelFolder): Promise<void> {
  for (const file of folder.missingFiles()) {
    const path = join(folder.path, file.name);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    if (found.size === file.size && (await hashFile(path)) === file.sha256) {
      await stampFile(folder, file.name, file.sha256);
    } else {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function stampFile(folder: ModelFolder, name: string, sha256: string): Promise<void> {
  const stamp = readStamp(folder.path);
  stamp[name] = stampOf(folder.path, name, sha256);
  await writeStamp(folder.path, stamp);
}

async function checkRoom(path: string, wanted: readonly Wanted[]): Promise<void> {
  const needed = wanted.reduce((sum, { file }) => sum + file.size, 0);
  const { bavail, bsize } = await statfs(path);
  if (bavail * bsize >= needed) return;
  throw new ModelError(
    'disk-full',
    `${path} has ${megabytes(bavail * bsize)} MB free, and the models need ${megabytes(needed)} MB.`,
  );
}

async function makeModelFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    throw writingError(error, path);
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
