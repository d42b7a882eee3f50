import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/index.ts';
import { type Check, failure, ok, warning } from './check.ts';

const TOLERANCE_MS = 5 * 60_000;
const ADVICE = 'Set the clock, and keep it right with NTP: tokens expire by it, and records are dated by it.';

/** A clock cannot be before what was written already: this program, and the database. */
export function checkClock({ dataDir }: Pick<Config, 'dataDir'>, now = Date.now()): Check {
  const files = [fileURLToPath(import.meta.url), join(dataDir, 'locutor.db')];
  const future = files.find((file) => (modified(file) ?? 0) > now + TOLERANCE_MS);
  const time = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (future !== undefined) return failure('clock', `${time} is before ${future} was written`, ADVICE);
  if (isSynchronized() === false) return warning('clock', `${time}, not synchronised`, ADVICE);
  return ok('clock', time);
}

function modified(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Undefined where nobody can say, in a container for instance. */
function isSynchronized(): boolean | undefined {
  const { stdout, status } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    encoding: 'utf8',
    timeout: 3000,
  });
  return status === 0 && /^(yes|no)$/.test(stdout.trim()) ? stdout.trim() === 'yes' : undefined;
}
