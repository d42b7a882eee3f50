import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, shortPath } from '../../config/index.ts';
import { modelsDir } from '../../serve/models.ts';
import { userName } from '../open-store.ts';
import { type Check, failure, ok, warning } from './check.ts';

const MIB = 1024 ** 2;
const LEAST_MIB = 100;
const ENOUGH_MIB = 1024;

/** The folder, or what will hold it when it is created. */
function existing(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : existing(dirname(folder));
}

export function checkDisk(config: Config): Check[] {
  return [
    diskOf('data disk', config.dataDir, 'records and voiceprints'),
    ...(config.localEngine ? [diskOf('models disk', modelsDir(config), 'models')] : []),
  ];
}

function diskOf(name: string, folder: string, holds: string): Check {
  const { bavail, bsize } = statfsSync(existing(folder));
  const free = Math.floor((bavail * bsize) / MIB);
  const what = `${(free / 1024).toFixed(1)} GiB free for ${shortPath(folder)}`;
  const advice = `Make room: ${holds} are written there.`;
  if (free < LEAST_MIB) return failure(name, what, advice);
  return free < ENOUGH_MIB ? warning(name, what, advice) : ok(name, what);
}

/** The data folder is for the server alone: it holds the key of the voiceprints. */
export function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Check {
  const name = 'data folder';
  const shown = shortPath(dataDir);
  const at = existing(dataDir);
  const user = userName();
  if (!isWritable(at)) {
    const advice = `Give ${at} to the user of the server, or set LOCUTOR_DATA_DIR.`;
    return failure(name, `${shown}: ${user} cannot write there`, advice);
  }
  if (at !== dataDir) return ok(name, `${shown} does not exist yet; the first start creates it`);
  const info = statSync(dataDir);
  if (!info.isDirectory()) return failure(name, `${shown} is no folder`, 'Set LOCUTOR_DATA_DIR to a folder.');
  if ((info.mode & 0o077) === 0) return ok(name, `${shown}, for ${user} alone`);
  const mode = (info.mode & 0o777).toString(8);
  return warning(name, `${shown} is open to others (mode ${mode})`, `Run: chmod 700 ${dataDir}`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
