import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Preparer } from '@locutor/graphs';
import { builtFile } from './built-file.ts';
import { ModelError, writingError } from './errors.ts';
import type { FetchOptions } from './fetch-event.ts';
import { withFolderLock } from './folder-lock.ts';
import { defaultModels, models as manifest } from './manifest.ts';
import type { Model, ModelRole } from './model.ts';
import { hashFile, ModelFolder } from './model-folder.ts';
import { preparers as allPreparers } from './preparers.ts';
import type { SourceOverrides } from './sources/index.ts';
import { readStamp, writeStamp } from './stamp.ts';

export interface ModelStoreOptions {
  /** The store's folder; it need not exist yet. */
  dir: string;
  /** Other places to take models from than the registry, by model name. */
  sources?: SourceOverrides | undefined;
  /** The command an error tells people to run; without one, the compiled fetch program itself. */
  fetchCommand?: ((model: string) => string) | undefined;
  models?: readonly Model[] | undefined;
  preparers?: readonly Preparer[] | undefined;
  /** The compiled file that exports `preparers` for the process that runs them. */
  preparersModule?: string | undefined;
}

export interface ModelStatus {
  name: string;
  role: ModelRole;
  default: boolean;
  /** Bytes of its fetched files. */
  size: number;
  ready: boolean;
  /** Names of fetched or prepared files that are not there. */
  missing: string[];
}

export interface DamagedFile {
  model: string;
  file: string;
  problem: 'absent' | 'changed';
}

/** A folder of verified model files. Looking is synchronous, local and cheap; only `fetch` uses the network. */
export class ModelStore {
  readonly dir: string;
  readonly sources: SourceOverrides;
  readonly #folders = new Map<string, ModelFolder>();
  readonly #preparersModule: string;
  readonly #fetchCommand: (model: string) => string;

  constructor(options: ModelStoreOptions) {
    this.dir = resolve(options.dir);
    this.sources = options.sources ?? {};
    this.#preparersModule = options.preparersModule ?? builtFile('./preparers.ts', import.meta.url);
    this.#fetchCommand = options.fetchCommand ?? ((model) => fetchProgram(this.dir, model));
    for (const model of options.models ?? manifest) {
      const preparer = (options.preparers ?? allPreparers).find((p) => p.name === model.prepare);
      if (model.prepare && !preparer)
        throw new Error(`model ${model.name}: no preparer is called ${model.prepare}`);
      this.#folders.set(model.name, new ModelFolder(this.dir, model, preparer));
    }
    for (const name of Object.keys(this.sources)) this.#folder(name);
  }

  status(): ModelStatus[] {
    return [...this.#folders.values()].map((folder) => {
      const { name, role, files } = folder.model;
      const missing = folder.missing();
      const size = files.reduce((sum, file) => sum + file.size, 0);
      return { name, role, default: folder.model.default, size, ready: missing.length === 0, missing };
    });
  }

  /** Which of these models lack a fetched or prepared file. */
  missing(names: readonly string[] = defaultModels): string[] {
    return names.filter((name) => this.#folder(name).missing().length > 0);
  }

  /** The absolute path of a fetched or prepared file that is known to be whole. */
  path(name: string, file: string): string {
    const folder = this.#folder(name);
    const prepared = folder.preparer?.outputs.includes(file) === true;
    if (!prepared && !folder.model.files.some((f) => f.name === file)) {
      throw new ModelError('unknown-file', `Model ${name} has no file called ${file}.`);
    }
    if (folder.missing().includes(file)) {
      throw new ModelError(
        'not-ready',
        `Model ${name} is not ready: ${file} is not in ${this.dir}. Fetch it with: ${this.#fetchCommand(name)}`,
      );
    }
    return join(prepared ? folder.preparedPath! : folder.path, file);
  }

  /** Brings in and prepares what is missing. Touches nothing, not even the disk, when all is there. */
  async fetch(names: readonly string[] = defaultModels, options: FetchOptions = {}): Promise<void> {
    const folders = [...new Set(names)]
      .map((name) => this.#folder(name))
      .filter((folder) => folder.missing().length > 0);
    if (folders.length === 0) return;
    // Loaded only now: a server that finds everything in place never pays for the download code.
    const [{ fetchFiles }, { prepareFiles }] = await Promise.all([
      import('./fetch-files.ts'),
      import('./prepare.ts'),
    ]);
    try {
      await fetchFiles(folders, this.sources, options);
      for (const folder of folders) await prepareFiles(folder, this.#preparersModule, options);
    } catch (error) {
      if (options.signal?.aborted) throw new ModelError('aborted', 'Fetching models was stopped.', error);
      throw error;
    }
  }

  /** Hashes every file again. What is damaged loses its stamp, so that it is not used and the next fetch renews it. */
  async verify(names: readonly string[] = defaultModels): Promise<DamagedFile[]> {
    const damaged: DamagedFile[] = [];
    for (const name of names) {
      const { path, preparedPath, preparer, model } = this.#folder(name);
      const fetched = model.files.map((file) => [file.name, file.sha256] as const);
      damaged.push(...(await this.#verifyFolder(name, path, fetched)));
      if (!preparedPath || !preparer) continue;
      const stamp = readStamp(preparedPath);
      const made = preparer.outputs.map((file) => [file, stamp[file]?.sha256] as const);
      damaged.push(...(await this.#verifyFolder(name, preparedPath, made)));
    }
    return damaged;
  }

  async remove(name: string, options: FetchOptions = {}): Promise<void> {
    const folder = this.#folder(name);
    if (!existsSync(folder.path)) return;
    try {
      await withFolderLock([folder], options, () => rm(folder.path, { recursive: true, force: true }));
    } catch (error) {
      throw writingError(error, folder.path);
    }
  }

  async #verifyFolder(
    model: string,
    path: string,
    expected: readonly (readonly [string, string | undefined])[],
  ): Promise<DamagedFile[]> {
    const damaged: DamagedFile[] = [];
    for (const [file, sha256] of expected) {
      const actual = await hashFile(join(path, file)).catch(() => undefined);
      if (actual !== undefined && actual === sha256) continue;
      damaged.push({ model, file, problem: actual === undefined ? 'absent' : 'changed' });
    }
    const stamp = readStamp(path);
    const doubted = damaged.filter(({ file }) => stamp[file]);
    if (doubted.length === 0) return damaged;
    for (const { file } of doubted) delete stamp[file];
    await writeStamp(path, stamp);
    return damaged;
  }

  #folder(name: string): ModelFolder {
    const folder = this.#folders.get(name);
    if (folder) return folder;
    const known = [...this.#folders.keys()].join(', ');
    throw new ModelError('unknown-model', `There is no model called "${name}". Known models: ${known}.`);
  }
}

function fetchProgram(dir: string, model: string): string {
  return `node "${builtFile('./fetch-main.ts', import.meta.url)}" --dir "${dir}" ${model}`;
}
