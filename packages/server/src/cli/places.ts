import { description, knownRepository, readPlace, repositoryUri, scenarioName } from '../biometrics/names.ts';
import { repositoryNotFound } from '../biometrics/place.ts';
import type { Config } from '../config/index.ts';
import * as repositories from '../operations/repositories/repositories.ts';
import * as scenarios from '../operations/scenarios/scenarios.ts';
import type { Place } from '../store/index.ts';
import { commandCaller, withRegistry, withStore } from './store.ts';
import { columns } from './table.ts';
import { UsageError } from './usage-error.ts';

export interface PlaceOptions {
  readonly repository?: string;
  readonly scenario?: string;
}

/** The options by the same rules as the members of a request. */
export function placeOf({ repository, scenario }: PlaceOptions): Place {
  const given = {
    ...(repository !== undefined && { repository_uri: repository }),
    ...(scenario !== undefined && { scenario }),
  };
  return readPlace(given);
}

export const day = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ');

export async function listScenarios(config: Config, options: PlaceOptions): Promise<void> {
  const { repository } = placeOf(options);
  const found = await withStore(config, ({ biometrics }) => scenarios.scenariosOf(biometrics, repository));
  const rows = found.map((each) => [
    each.scenario,
    String(each.users),
    day(each.createdAt),
    each.description,
  ]);
  console.log(columns([['scenario', 'users', 'created (UTC)', 'description'], ...rows]));
}

export async function createScenario(config: Config, options: PlaceOptions, about = ''): Promise<void> {
  const place = placeOf({ ...options, scenario: scenarioName(options.scenario, 'scenario') });
  description(about, 'description');
  const outcome = await withStore(config, ({ biometrics }) =>
    biometrics.createScenario(place, about, commandCaller()),
  );
  if (outcome === 'no-repository') throw repositoryNotFound(place.repository);
  if (outcome === 'exists') throw new UsageError(`there is a scenario "${place.scenario}" already`);
  console.log(`created: ${place.scenario}`);
}

export async function deleteScenario(config: Config, options: PlaceOptions): Promise<void> {
  const place = placeOf(options);
  await withRegistry(config, (registry) => scenarios.deleteScenario(registry, place, commandCaller()));
  console.log(`deleted: ${place.scenario}`);
}

export async function listRepositories(config: Config): Promise<void> {
  const found = await withStore(config, ({ biometrics }) => biometrics.repositories());
  const rows = found.map((each) => [
    each.repository,
    String(each.users),
    day(each.createdAt),
    each.description,
  ]);
  console.log(columns([['repository', 'users', 'created (UTC)', 'description'], ...rows]));
}

export async function createRepository(config: Config, repository: string, about = ''): Promise<void> {
  repositoryUri(repository, 'repository');
  description(about, 'description');
  const created = await withStore(config, ({ biometrics }) =>
    biometrics.createRepository(repository, about, commandCaller()),
  );
  if (!created) throw new UsageError(`there is a repository "${repository}" already`);
  console.log(`created: ${repository}`);
}

export async function deleteRepository(config: Config, repository: string): Promise<void> {
  knownRepository(repository, 'repository');
  await withRegistry(config, (registry) =>
    repositories.deleteRepository(registry, repository, commandCaller()),
  );
  console.log(`deleted: ${repository}`);
}
