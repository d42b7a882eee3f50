import { defaultModels, ensureModels, freeModels, models as manifest } from '@locutor/models';
import { type Config, shortPath } from '../config/index.ts';
import { modelStore } from '../serve/models.ts';
import { acceptLicences } from './accept-licences.ts';
import { columns } from './table.ts';

export function listModels(config: Config): void {
  const store = modelStore(config);
  const licences = new Map(manifest.map((model) => [model.name, model.licence.name]));
  const rows = store
    .status()
    .map((model) => [
      model.name,
      model.role,
      model.default ? 'default' : 'optional',
      `${(model.size / 1e6).toFixed(1)} MB`,
      licences.get(model.name) ?? '',
      model.ready ? 'ready' : 'not here',
    ]);
  console.log(`models folder: ${shortPath(store.dir)}\n`);
  console.log(columns([['model', 'for', 'set', 'size', 'licence', 'state'], ...rows]));
}

export interface FetchOptions {
  readonly all?: boolean;
  readonly acceptLicence?: boolean;
}

export async function fetchModels(
  config: Config,
  names: readonly string[],
  { all = false, acceptLicence = false }: FetchOptions,
): Promise<void> {
  const store = modelStore(config);
  const asked = all ? freeModels(manifest, acceptLicence) : names.length > 0 ? names : defaultModels;
  const wanted = [...new Set(asked.flatMap((name) => [...neededBy(name), name]))];
  await acceptLicences(store.missing(wanted), acceptLicence);
  await ensureModels(store, wanted, undefined, { acceptLicence: true });
  console.log(`ready: ${wanted.join(', ')}`);
}

function neededBy(name: string): readonly string[] {
  return manifest.find((model) => model.name === name)?.needs ?? [];
}

export async function verifyModels(config: Config, names: readonly string[]): Promise<void> {
  const store = modelStore(config);
  const wanted =
    names.length > 0
      ? names
      : store
          .status()
          .filter((model) => model.ready)
          .map((model) => model.name);
  const damaged = await store.verify(wanted);
  for (const { model, file, problem } of damaged) console.log(`${model}/${file}: ${problem}`);
  if (damaged.length > 0) {
    console.log('Damaged files are not used; "npx locutor models fetch" renews them.');
    process.exitCode = 1;
  } else console.log(`whole: ${wanted.join(', ') || 'nothing is here yet'}`);
}

export async function removeModels(config: Config, names: readonly string[]): Promise<void> {
  const store = modelStore(config);
  for (const name of names) {
    await store.remove(name);
    console.log(`removed: ${name}`);
  }
}
