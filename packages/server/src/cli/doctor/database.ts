import { type Config, shortPath } from '../../config/index.ts';
import { createLog } from '../../http/log.ts';
import { inspectStore, StoreError } from '../../store/index.ts';
import { type Check, failure, ok, warning } from './check.ts';

/** Whether the database answers, and this version can use it. */
export async function checkDatabase(config: Config): Promise<Check> {
  const name = 'database';
  try {
    const { location, state, changes } = await inspectStore(
      config,
      createLog({ ...config, logLevel: 'silent' }),
    );
    const where = shortPath(location);
    switch (state) {
      case 'absent':
        return ok(name, `${where} does not exist yet; the first start creates it`);
      case 'behind': {
        const advice = 'The next start makes them; make a backup before: npx locutor backup FILE';
        return warning(name, `${where} lacks the changes ${changes.join(', ')}`, advice);
      }
      case 'newer': {
        const advice = 'Start that version or a later one, or restore a backup.';
        return failure(name, `${where} was written by a newer version (${changes.join(', ')})`, advice);
      }
      default:
        return ok(name, `${where} answers and is up to date`);
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return failure(
      name,
      error.message,
      'Check LOCUTOR_DATABASE_URL, and that the database runs and lets this user in.',
    );
  }
}
