import { type Config, shortPath } from '../config/index.ts';
import { counted } from '../counted.ts';
import { commandCaller, withStore } from './store.ts';
import { columns } from './table.ts';

export async function listKeys(config: Config): Promise<void> {
  await withStore(config, async ({ keys }) => {
    const listed = await keys.list();
    const rows = listed.map(({ id, voiceprints, seals }) => [
      id,
      String(voiceprints),
      seals ? 'seals and opens' : 'opens',
    ]);
    console.log(`keys from ${shortPath(keys.origin)}\n`);
    console.log(columns([['key', 'voiceprints', 'use'], ...rows]));
  });
}

export async function rotateKeys(config: Config): Promise<void> {
  const { key, voiceprints, dropped, resumed } = await withStore(config, ({ keys }) =>
    keys.rotate(commandCaller()),
  );
  if (resumed) console.log('An interrupted rotation was finished; run the command again for another key.');
  const were = voiceprints === 1 ? 'was' : 'were';
  console.log(`The key ${key} seals from now on; ${counted(voiceprints, 'voiceprint')} ${were} sealed anew.`);
  if (dropped.length > 0) {
    console.log(
      `Dropped: ${dropped.join(', ')}. Backups made before need it: keep the key file that lies with them.`,
    );
  }
}
