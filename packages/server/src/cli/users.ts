import type { Config } from '../config/index.ts';
import { userNotFound } from '../operations/users/route.ts';
import { userId } from '../operations/voices/names.ts';
import { ensurePlace } from '../operations/voices/place.ts';
import type { Biometrics, Place, UserInfo } from '../store/index.ts';
import { day, type PlaceOptions, placeOf } from './places.ts';
import { commandCaller, withStore } from './store.ts';
import { columns } from './table.ts';

const PAGE = 1000;

export async function listUsers(config: Config, options: PlaceOptions): Promise<void> {
  const place = placeOf(options);
  await withStore(config, async ({ biometrics }) => {
    await ensurePlace(biometrics, place);
    let heading = true;
    for await (const users of pages(biometrics, place)) {
      const rows = users.map((user) => [
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
async function* pages(biometrics: Biometrics, place: Place): AsyncGenerator<UserInfo[]> {
  let after: string | undefined;
  do {
    const users = await biometrics.users(place, { limit: PAGE, ...(after !== undefined && { after }) });
    if (after === undefined || users.length > 0) yield users;
    after = users.length === PAGE ? users.at(-1)!.userId : undefined;
  } while (after !== undefined);
}

export async function showUser(config: Config, user: string, options: PlaceOptions): Promise<void> {
  const place = placeOf(options);
  const id = userId(user, 'user');
  const info = await withStore(config, async ({ biometrics }) => {
    await ensurePlace(biometrics, place);
    return biometrics.user(place, id);
  });
  if (!info) throw userNotFound(id);
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
  const id = userId(user, 'user');
  const deleted = await withStore(config, async ({ biometrics }) => {
    await ensurePlace(biometrics, place);
    return biometrics.deleteUser(place, id, commandCaller());
  });
  if (!deleted) throw userNotFound(id);
  console.log(`deleted: ${id}`);
}
