import type { Command } from 'commander';
import { description, scenarioName } from '../../biometrics/names.ts';
import { repositoryNotFound } from '../../biometrics/place.ts';
import type { Config } from '../../config/index.ts';
import * as scenarios from '../../operations/scenarios/scenarios.ts';
import { type Context, group } from '../command.ts';
import { addDeletionOptions, confirmDeletion, type DeletionOptions } from '../confirm-deletion.ts';
import { addJsonOption, type JsonOption, minute, printDone, printList } from '../list.ts';
import { commandCaller, withRegistry, withStore } from '../open-store.ts';
import { addRepositoryOption, type PlaceOptions, placeOf } from '../place-options.ts';
import { CommandError } from '../usage-error.ts';

export function scenariosCommand({ config }: Context): Command {
  const command = group('scenarios', 'list, create and delete scenarios');
  addJsonOption(addRepositoryOption(command.command('list', { isDefault: true })))
    .description('list the scenarios of a repository')
    .action((options: PlaceOptions & JsonOption) => listScenarios(config(), options));
  addJsonOption(
    addRepositoryOption(command.command('create').argument('<scenario>').argument('[description]')),
  )
    .description('create a scenario')
    .action((scenario: string, about: string | undefined, options: PlaceOptions & JsonOption) =>
      createScenario(config(), { ...options, scenario }, about),
    );
  addJsonOption(addDeletionOptions(addRepositoryOption(command.command('delete').argument('<scenario>'))))
    .description('permanently delete a scenario and every voice in it')
    .action((scenario: string, options: PlaceOptions & DeletionOptions & JsonOption) =>
      deleteScenario(config(), { ...options, scenario }),
    );
  return command;
}

async function listScenarios(config: Config, options: PlaceOptions & JsonOption): Promise<void> {
  const { repository } = placeOf(options);
  const found = await withStore(config, ({ biometrics }) => scenarios.scenariosOf(biometrics, repository));
  printList(options, found, ['scenario', 'users', 'created (UTC)', 'description'], (each) => [
    each.scenario,
    String(each.users),
    minute(each.createdAt),
    each.description,
  ]);
}

async function createScenario(config: Config, options: PlaceOptions & JsonOption, about = ''): Promise<void> {
  const place = placeOf({ ...options, scenario: scenarioName(options.scenario, 'scenario') });
  description(about, 'description');
  const outcome = await withStore(config, ({ biometrics }) =>
    biometrics.createScenario(place, about, commandCaller()),
  );
  if (outcome === 'no-repository') throw repositoryNotFound(place.repository);
  if (outcome === 'exists') throw new CommandError(`the scenario "${place.scenario}" already exists`);
  printDone(options, { created: place }, `created: ${place.scenario}`);
}

async function deleteScenario(
  config: Config,
  options: PlaceOptions & DeletionOptions & JsonOption,
): Promise<void> {
  const place = placeOf(options);
  const what = `${JSON.stringify(place.scenario)} of repository ${JSON.stringify(place.repository)}`;
  await confirmDeletion(`the scenario ${what} and every voice in it`, options);
  await withRegistry(config, (registry) => scenarios.deleteScenario(registry, place, commandCaller()));
  printDone(options, { deleted: place }, `deleted: ${place.scenario}`);
}
