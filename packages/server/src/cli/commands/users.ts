import type { Command } from 'commander';
import { knownUserId } from '../../biometrics/names.ts';
import type { Config } from '../../config/index.ts';
import * as users from '../../operations/users/users.ts';
import type { Place, UserInfo } from '../../store/index.ts';
import { type Context, group } from '../command.ts';
import { addDeletionOptions, confirmDeletion, type DeletionOptions } from '../confirm-deletion.ts';
import { addJsonOption, type JsonOption, minute, printDone } from '../list.ts';
import { commandCaller, withRegistry } from '../open-store.ts';
import { addPlaceOptions, type PlaceOptions, placeOf } from '../place-options.ts';
import { columns } from '../table.ts';

const PAGE = 1000;
const HEADING = ['user', 'created (UTC)', 'updated', 'utterances', 'speech s'];

export function usersCommand({ config }: Context): Command {
  const command = group('users', 'list, show and delete enrolled users');
  addJsonOption(addPlaceOptions(command.command('list', { isDefault: true })))
    .description('list every enrolled user')
    .action((options: PlaceOptions & JsonOption) => listUsers(config(), options));
  addJsonOption(addPlaceOptions(command.command('show').argument('<user>', 'user id')))
    .description('show one user')
    .action((user: string, options: PlaceOptions & JsonOption) => showUser(config(), user, options));
  addJsonOption(addDeletionOptions(addPlaceOptions(command.command('delete').argument('<user>', 'user id'))))
    .description('permanently delete a user and the voiceprint')
    .action((user: string, options: PlaceOptions & DeletionOptions & JsonOption) =>
      deleteUser(config(), user, options),
    );
  return command;
}

async function listUsers(config: Config, options: PlaceOptions & JsonOption): Promise<void> {
  const place = placeOf(options);
  await withRegistry(config, async (registry) => {
    const found = pages(registry, place);
    await (options.json ? printUsersJson(found) : printTable(found));
  });
}

/** Page by page: there may be millions of users. */
async function printTable(found: AsyncIterable<UserInfo[]>): Promise<void> {
  let heading = [HEADING];
  for await (const page of found) {
    const rows = page.map((user) => [
      user.userId,
      minute(user.createdAt),
      minute(user.updatedAt),
      String(user.utterances),
      (user.speechMs / 1000).toFixed(1),
    ]);
    console.log(columns([...heading, ...rows]));
    heading = [];
  }
}

async function printUsersJson(found: AsyncIterable<UserInfo[]>): Promise<void> {
  let separator = '[';
  for await (const page of found) {
    for (const user of page) {
      console.log(separator + JSON.stringify(user));
      separator = ',';
    }
  }
  console.log(separator === '[' ? '[]' : ']');
}

/** At least one, so that an empty list has its heading too. */
async function* pages(registry: users.Registry, place: Place): AsyncGenerator<UserInfo[]> {
  const caller = commandCaller();
  let after: string | undefined;
  do {
    const asked = { limit: PAGE, ...(after !== undefined && { after }) };
    const page = await users.listUsers(registry, place, asked, caller);
    if (after === undefined || page.length > 0) yield page;
    after = page.length === PAGE ? page.at(-1)!.userId : undefined;
  } while (after !== undefined);
}

async function showUser(config: Config, user: string, options: PlaceOptions & JsonOption): Promise<void> {
  const place = placeOf(options);
  const id = knownUserId(user, 'user');
  const info = await withRegistry(config, (registry) => users.readUser(registry, place, id, commandCaller()));
  printDone(
    options,
    info,
    columns([
      ['user', info.userId],
      ['created (UTC)', minute(info.createdAt)],
      ['updated', minute(info.updatedAt)],
      ['model', info.fingerprint],
      ['utterances', String(info.utterances)],
      ['speech s', (info.speechMs / 1000).toFixed(1)],
      ['consent', info.consent ?? ''],
    ]),
  );
}

async function deleteUser(
  config: Config,
  user: string,
  options: PlaceOptions & DeletionOptions & JsonOption,
): Promise<void> {
  const place = placeOf(options);
  const id = knownUserId(user, 'user');
  const where = `${JSON.stringify(place.repository)}, scenario ${JSON.stringify(place.scenario)}`;
  await confirmDeletion(`the user ${JSON.stringify(id)} of repository ${where}`, options);
  await withRegistry(config, (registry) => users.deleteUser(registry, place, id, commandCaller()));
  printDone(options, { deleted: { userId: id, ...place } }, `deleted: ${id}`);
}
