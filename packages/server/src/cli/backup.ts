import { type Config, shortPath } from '../config/index.ts';
import { counted } from '../counted.ts';
import { createLog } from '../http/log.ts';
import { restoreStore } from '../store/index.ts';
import { commandCaller, noted, withStore } from './store.ts';

export async function backup(
  config: Config,
  file: string,
  options: { readonly force?: boolean; readonly withKey?: boolean },
): Promise<void> {
  await withStore(config, async (store) => {
    const written = await noted(store.records, 'backup', () => store.backup(file, options));
    const size = `${(written.bytes / 1e6).toFixed(1)} MB, ${counted(written.voiceprints, 'voiceprint')}`;
    console.log(`backup: ${shortPath(written.file)} (${size}, read through and whole)`);
    if (written.keyFile !== undefined) {
      console.log(`keys:   ${shortPath(written.keyFile)} (whoever has both files can read the voiceprints)`);
    } else {
      console.log(
        `keys:   not included; without those of ${shortPath(store.keys.origin)} the voiceprints cannot be read`,
      );
    }
  });
}

export async function restore(config: Config, file: string): Promise<void> {
  const { voiceprints, kept, addedKeys } = await restoreStore(
    config,
    file,
    commandCaller(),
    createLog(config),
  );
  console.log(`restored: ${counted(voiceprints, 'voiceprint')} from ${file}`);
  if (addedKeys.length > 0) console.log(`keys taken over from beside it: ${addedKeys.join(', ')}`);
  if (kept !== undefined) console.log(`kept: ${shortPath(kept)} holds what was there before`);
}
