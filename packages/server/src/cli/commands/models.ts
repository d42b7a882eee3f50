import { defaultModels, ensureModels, freeModels, models as manifest } from '@locutor/models';
import type { Command } from 'commander';
import { type Config, shortPath } from '../../config/index.ts';
import { modelStore } from '../../serve/models.ts';
import { acceptLicences } from '../accept-licences.ts';
import { type Context, group } from '../command.ts';
import { addDeletionOptions, confirmDeletion, type DeletionOptions } from '../confirm-deletion.ts';
import { exitCodes } from '../exit-codes.ts';
import { addJsonOption, type JsonOption, printDone, printJson, printList } from '../list.ts';

interface FetchOptions extends JsonOption {
  readonly all?: boolean;
  readonly acceptLicence?: boolean;
}

export function modelsCommand({ config }: Context): Command {
  const models = group('models', 'list, fetch, verify and remove models');
  addJsonOption(models.command('list', { isDefault: true }))
    .description('list every model, and whether it is installed')
    .action((options: JsonOption) => listModels(config(), options));
  addJsonOption(models.command('fetch'))
    .argument('[names...]', 'models (default: the default models)')
    .option('--all', 'every model, except those whose licence has a condition')
    .option('--accept-licence', 'accept the conditions of their licences')
    .description('fetch and prepare models')
    .action((names: string[], options: FetchOptions) => fetchModels(config(), names, options));
  addJsonOption(models.command('verify'))
    .argument('[names...]', 'models (default: those that are installed)')
    .description('hash every file again')
    .action((names: string[], options: JsonOption) => verifyModels(config(), names, options));
  addJsonOption(addDeletionOptions(models.command('remove').argument('<names...>', 'models')))
    .description('delete models from this machine')
    .action((names: string[], options: DeletionOptions & JsonOption) =>
      removeModels(config(), names, options),
    );
  return models;
}

function listModels(config: Config, options: JsonOption): void {
  const store = modelStore(config);
  const licences = new Map(manifest.map((model) => [model.name, model.licence.name]));
  const found = store.status().map((model) => ({ ...model, licence: licences.get(model.name) ?? '' }));
  if (!options.json) console.log(`models folder: ${shortPath(store.dir)}\n`);
  printList(options, found, ['model', 'for', 'set', 'size', 'licence', 'state'], (model) => [
    model.name,
    model.role,
    model.default ? 'default' : 'optional',
    `${(model.size / 1e6).toFixed(1)} MB`,
    model.licence,
    model.ready ? 'ready' : 'not installed',
  ]);
}

async function fetchModels(
  config: Config,
  names: readonly string[],
  { all = false, acceptLicence = false, json = false }: FetchOptions,
): Promise<void> {
  const store = modelStore(config);
  const asked = all ? freeModels(manifest, acceptLicence) : names.length > 0 ? names : defaultModels;
  const wanted = [...new Set(asked.flatMap((name) => [...neededBy(name), name]))];
  await acceptLicences(store.missing(wanted), acceptLicence);
  await ensureModels(store, wanted, undefined, { acceptLicence: true });
  printDone({ json }, { ready: wanted }, `ready: ${wanted.join(', ')}`);
}

function neededBy(name: string): readonly string[] {
  return manifest.find((model) => model.name === name)?.needs ?? [];
}

async function verifyModels(config: Config, names: readonly string[], options: JsonOption): Promise<void> {
  const store = modelStore(config);
  const installed = store.status().filter(({ ready }) => ready);
  const wanted = names.length > 0 ? names : installed.map(({ name }) => name);
  const damaged = await store.verify(wanted);
  const lines =
    damaged.length === 0
      ? [`intact: ${wanted.join(', ') || 'no model is installed'}`]
      : [
          ...damaged.map(({ model, file, problem }) => `${model}/${file}: ${problem}`),
          'Damaged files are not used; "npx locutor models fetch" replaces them.',
        ];
  const intact = wanted.filter((name) => damaged.every(({ model }) => model !== name));
  printDone(options, { intact, damaged }, ...lines);
  if (damaged.length > 0) process.exitCode = exitCodes.failed;
}

async function removeModels(
  config: Config,
  names: readonly string[],
  options: DeletionOptions & JsonOption,
): Promise<void> {
  await confirmDeletion(`the models ${names.join(', ')}`, options);
  const store = modelStore(config);
  for (const name of names) {
    await store.remove(name);
    if (!options.json) console.log(`removed: ${name}`);
  }
  if (options.json) printJson({ removed: names });
}
