import { knownUserId } from '../biometrics/names.ts';
import type { Config } from '../config/index.ts';
import * as users from '../operations/users/users.ts';
import type { Place, UserInfo } from '../store/index.ts';
import { day, type PlaceOptions, placeOf } from './places.ts';
import { commandCaller, withRegistry } from './store.ts';
import { columns } from './table.ts';

const PAGE = 1000;

export async function listUsers(config: Config, options: PlaceOptions): Promise<void> {
  const place = placeOf(options);
  await withRegistry(config, async (registry) => {
    let heading = true;
    for await (const page of pages(registry, place)) {
      const rows = page.map((user) => [
        user.userId,
        day(user.createdAt),
        day(user.updatedAt),
        String(user.utterances),
        (user.speechMs / 1000).toFixed(1),
      ]);
      const titles = [['user', 'created (UTC)', 'updated', 'utterances', 'speech s']];
      console.log(columns(heading ? [...titles, ...rows] : rows));
      heading = false;
    }
  });
}

/** At least one, so that a list of nobody has its heading too. */
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

export async function showUser(config: Config, user: string, options: PlaceOptions): Promise<void> {
  const place = placeOf(options);
  const id = knownUserId(user, 'user');
  const info = await withRegistry(config, (registry) => users.readUser(registry, place, id, commandCaller()));
  console.log(
    columns([
      ['user', info.userId],
      ['created (UTC)', day(info.createdAt)],
      ['updated', day(info.updatedAt)],
      ['model', info.fingerprint],
      ['utterances', String(info.utterances)],
      ['speech s', (info.speechMs / 1000).toFixed(1)],
      ['consent', info.consent ?? ''],
    ]),
  );
}

export async function deleteUser(config: Config, user: string, options: PlaceOptions): Promise<void> {
  const place = placeOf(options);
  const id = knownUserId(user, 'user');
  await withRegistry(config, (registry) => users.deleteUser(registry, place, id, commandCaller()));
  console.log(`deleted: ${id}`);
}
