import type { Command } from 'commander';
import { counted } from '../../common/counted.ts';
import { type Config, shortPath } from '../../config/index.ts';
import { type Context, group } from '../command.ts';
import { addJsonOption, type JsonOption, printJson, printList } from '../list.ts';
import { commandCaller, withStore } from '../open-store.ts';

export function keysCommand({ config }: Context): Command {
  const keys = group('keys', 'list and rotate the keys that encrypt voiceprints');
  addJsonOption(keys.command('list', { isDefault: true }))
    .description('list every key and the number of voiceprints it encrypts')
    .action((options: JsonOption) => listKeys(config(), options));
  addJsonOption(keys.command('rotate'))
    .description('encrypt every voiceprint with a new key, while servers keep running')
    .action((options: JsonOption) => rotateKeys(config(), options));
  return keys;
}

async function listKeys(config: Config, options: JsonOption): Promise<void> {
  await withStore(config, async ({ keys }) => {
    const found = await keys.list();
    if (!options.json) console.log(`keys from ${shortPath(keys.origin)}\n`);
    printList(options, found, ['key', 'voiceprints', 'use'], ({ id, voiceprints, seals }) => [
      id,
      String(voiceprints),
      seals ? 'encrypts and decrypts' : 'decrypts',
    ]);
  });
}

async function rotateKeys(config: Config, { json }: JsonOption): Promise<void> {
  const rotated = await withStore(config, ({ keys }) => keys.rotate(commandCaller()));
  if (json) return printJson(rotated);
  const { key, voiceprints, dropped, resumed } = rotated;
  if (resumed) console.log('Finished an interrupted rotation; run the command again for another key.');
  const were = voiceprints === 1 ? 'was' : 'were';
  console.log(`New key: ${key}. ${counted(voiceprints, 'voiceprint')} ${were} encrypted with it.`);
  if (dropped.length > 0) {
    console.log(
      `Dropped: ${dropped.join(', ')}. Earlier backups need it: keep the key files that belong to them.`,
    );
  }
}
