import { parseArgs } from 'node:util';
import { defaultModelsDir } from './default-dir.ts';
import { errorMessage, ModelError } from './errors.ts';
import type { FetchEvent } from './fetch-event.ts';
import { freeModels, refuseConditions } from './licence-conditions.ts';
import { defaultModels, models } from './manifest.ts';
import { showProgress } from './progress.ts';
import { ModelStore, type ModelStoreOptions } from './store.ts';

export const USAGE =
  'usage: fetch-main [--dir FOLDER] [--source MODEL=file:…|https:…]… [--accept-licence] [--all | MODEL…]';

interface FetchRequest {
  dir: string;
  names: readonly string[];
  sources: Record<string, string>;
  acceptLicence: boolean;
}

/** Fetches and prepares models while showing progress on `out`; answers with the exit status. */
export async function fetchCommand(
  argv: readonly string[],
  out: NodeJS.WriteStream = process.stderr,
  store: Pick<ModelStoreOptions, 'models' | 'preparers' | 'preparersModule'> = {},
  signal?: AbortSignal,
  tell?: (event: FetchEvent) => void,
): Promise<number> {
  try {
    const known = store.models ?? models;
    const { dir, names, sources, acceptLicence } = parseRequest(argv, known);
    const modelStore = new ModelStore({ ...store, dir, sources });
    if (modelStore.missing(names).length === 0) {
      out.write(`Every model asked for is ready in ${modelStore.dir}.\n`);
      return 0;
    }
    if (!acceptLicence) refuseConditions(known, modelStore.missing(names));
    out.write(`Fetching models into ${modelStore.dir}\n`);
    const progress = await showProgress(out);
    try {
      const onProgress = (event: FetchEvent) => {
        progress.onProgress(event);
        tell?.(event);
      };
      await modelStore.fetch(names, { log: progress.log, onProgress, signal });
    } finally {
      progress.stop();
    }
    return 0;
  } catch (error) {
    out.write(`${error instanceof ModelError ? error.message : (error as Error).stack}\n`);
    return 1;
  }
}

function parseRequest(
  argv: readonly string[],
  known: NonNullable<ModelStoreOptions['models']>,
): FetchRequest {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        dir: { type: 'string' },
        source: { type: 'string', multiple: true },
        all: { type: 'boolean' },
        'accept-licence': { type: 'boolean' },
      },
    });
    const sources = (values.source ?? []).map((text) => {
      const cut = text.indexOf('=');
      if (cut < 1) throw new Error(`--source takes MODEL=ADDRESS, not "${text}"`);
      return [text.slice(0, cut), text.slice(cut + 1)];
    });
    const acceptLicence = values['accept-licence'] ?? false;
    const named = values.all ? freeModels(known, acceptLicence) : positionals;
    return {
      dir: values.dir ?? defaultModelsDir(),
      names: named.length > 0 ? named : defaultModels,
      sources: Object.fromEntries(sources),
      acceptLicence,
    };
  } catch (error) {
    throw new ModelError('bad-source', `${errorMessage(error)}\n${USAGE}`);
  }
}
