import { homedir } from 'node:os';
import { join } from 'node:path';

/** The per-user folder that every clone shares when no other is configured. */
export function defaultModelsDir(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'locutor', 'models');
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'locutor', 'models');
  }
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'locutor', 'models');
}
