import type { StoreLog } from './database.ts';
import { openStore, type Store, type StoreOptions } from './open-store.ts';

/** The settings that say where the database is and what opens the voiceprints in it. */
export interface StoreSettings {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly voiceprintKeys: readonly string[];
}

/** Opens the store that the configuration names. */
export function openConfiguredStore(
  settings: StoreSettings,
  log: StoreLog,
  onCall?: StoreOptions['onCall'],
): Promise<Store> {
  const { databaseUrl, dataDir, voiceprintKeys } = settings;
  return openStore(databaseUrl === 'auto' ? undefined : databaseUrl, {
    ...{ dataDir, voiceprintKeys, log },
    ...(onCall && { onCall }),
  });
}
