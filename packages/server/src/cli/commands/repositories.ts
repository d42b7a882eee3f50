import type { Command } from 'commander';
import { description, knownRepository, repositoryUri } from '../../biometrics/names.ts';
import type { Config } from '../../config/index.ts';
import * as repositories from '../../operations/repositories/repositories.ts';
import { type Context, group } from '../command.ts';
import { addDeletionOptions, confirmDeletion, type DeletionOptions } from '../confirm-deletion.ts';
import { addJsonOption, type JsonOption, minute, printDone, printList } from '../list.ts';
import { commandCaller, withRegistry, withStore } from '../open-store.ts';
import { CommandError } from '../usage-error.ts';

export function repositoriesCommand({ config }: Context): Command {
  const command = group('repositories', 'list, create and delete repositories');
  addJsonOption(command.command('list', { isDefault: true }))
    .description('list every repository')
    .action((options: JsonOption) => listRepositories(config(), options));
  addJsonOption(command.command('create').argument('<repository>').argument('[description]'))
    .description('create a repository with a default scenario')
    .action((repository: string, about: string | undefined, options: JsonOption) =>
      createRepository(config(), repository, about, options),
    );
  addJsonOption(addDeletionOptions(command.command('delete').argument('<repository>')))
    .description('permanently delete a repository and every voice in it')
    .action((repository: string, options: DeletionOptions & JsonOption) =>
      deleteRepository(config(), repository, options),
    );
  return command;
}

async function listRepositories(config: Config, options: JsonOption): Promise<void> {
  const found = await withStore(config, ({ biometrics }) => biometrics.repositories());
  printList(options, found, ['repository', 'users', 'created (UTC)', 'description'], (each) => [
    each.repository,
    String(each.users),
    minute(each.createdAt),
    each.description,
  ]);
}

async function createRepository(
  config: Config,
  repository: string,
  about: string | undefined,
  options: JsonOption,
): Promise<void> {
  repositoryUri(repository, 'repository');
  description(about ?? '', 'description');
  const created = await withStore(config, ({ biometrics }) =>
    biometrics.createRepository(repository, about ?? '', commandCaller()),
  );
  if (!created) throw new CommandError(`the repository "${repository}" already exists`);
  printDone(options, { created: { repository } }, `created: ${repository}`);
}

async function deleteRepository(
  config: Config,
  repository: string,
  options: DeletionOptions & JsonOption,
): Promise<void> {
  knownRepository(repository, 'repository');
  await confirmDeletion(`the repository ${JSON.stringify(repository)} and every voice in it`, options);
  await withRegistry(config, (registry) =>
    repositories.deleteRepository(registry, repository, commandCaller()),
  );
  printDone(options, { deleted: { repository } }, `deleted: ${repository}`);
}
