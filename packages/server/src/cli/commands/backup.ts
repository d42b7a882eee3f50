import { Command } from 'commander';
import { counted } from '../../common/counted.ts';
import { type Config, shortPath } from '../../config/index.ts';
import { createLog } from '../../http/log.ts';
import { restoreStore } from '../../store/index.ts';
import type { Context } from '../command.ts';
import { addJsonOption, type JsonOption, printJson } from '../list.ts';
import { audited, commandCaller, withStore } from '../open-store.ts';

interface BackupOptions extends JsonOption {
  readonly force?: boolean;
  readonly withKey?: boolean;
}

export function backupCommand({ config }: Context): Command {
  return addJsonOption(new Command('backup'))
    .argument('<file>', 'where to write it')
    .option('--force', 'replace an existing file')
    .option('--with-key', 'copy the key file beside it, as FILE.key')
    .description('write the whole database to one file, while servers keep running')
    .action((file: string, options: BackupOptions) => backup(config(), file, options));
}

export function restoreCommand({ config }: Context): Command {
  return addJsonOption(new Command('restore'))
    .argument('<file>', 'a backup')
    .description('replace the database with a backup; the server must be stopped')
    .action((file: string, options: JsonOption) => restore(config(), file, options));
}

async function backup(config: Config, file: string, options: BackupOptions): Promise<void> {
  await withStore(config, async (store) => {
    const written = await audited(store.records, 'backup', () => store.backup(file, options));
    if (options.json) return printJson(written);
    const size = `${(written.bytes / 1e6).toFixed(1)} MB, ${counted(written.voiceprints, 'voiceprint')}`;
    console.log(`backup: ${shortPath(written.file)} (${size}, verified)`);
    if (written.keyFile !== undefined) {
      console.log(`keys:   ${shortPath(written.keyFile)} (whoever has both files can read the voiceprints)`);
    } else {
      console.log(
        `keys:   not included; the voiceprints cannot be read without the keys of ${shortPath(store.keys.origin)}`,
      );
    }
  });
}

async function restore(config: Config, file: string, { json }: JsonOption): Promise<void> {
  const log = createLog(config);
  const restored = await restoreStore(config, file, commandCaller(), log);
  if (json) return printJson(restored);
  const { voiceprints, kept, addedKeys } = restored;
  console.log(`restored: ${counted(voiceprints, 'voiceprint')} from ${file}`);
  if (addedKeys.length > 0) console.log(`keys added from beside it: ${addedKeys.join(', ')}`);
  if (kept !== undefined) console.log(`kept: ${shortPath(kept)} holds the previous database`);
}
