import { quote, quoteUri, ServiceError } from '../errors/index.ts';
import type { Biometrics, Place } from '../store/index.ts';

/** Throws unless there is such a repository and such a scenario in it. */
export async function ensurePlace(biometrics: Biometrics, place: Place): Promise<void> {
  const missing = await biometrics.missing(place);
  if (missing === 'repository') throw repositoryNotFound(place.repository);
  if (missing === 'scenario') throw scenarioNotFound(place);
}

export function repositoryNotFound(repository: string): ServiceError {
  return new ServiceError('ERR_REPOSITORY_NOT_FOUND', `there is no repository ${quoteUri(repository)}`);
}

export function scenarioNotFound({ repository, scenario }: Place): ServiceError {
  return new ServiceError(
    'ERR_SCENARIO_NOT_FOUND',
    `there is no scenario ${quote(scenario)} in the repository ${quoteUri(repository)}`,
  );
}
