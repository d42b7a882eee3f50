import { auditingFailure } from '../../audit/audit-failure.ts';
import { DEFAULT_SCENARIO } from '../../biometrics/names.ts';
import { repositoryNotFound, scenarioNotFound } from '../../biometrics/place.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import type { Biometrics, Caller, Place, ScenarioInfo } from '../../store/index.ts';
import type { Registry } from '../users/users.ts';

export async function deleteScenario(
  { biometrics, audit }: Registry,
  place: Place,
  caller: Caller,
): Promise<void> {
  await auditingFailure(audit, { action: 'scenario.delete', ...place, caller }, async () => {
    if (place.scenario !== DEFAULT_SCENARIO) return;
    throw new ServiceError('ERR_NOT_DELETABLE', `the scenario ${quote(DEFAULT_SCENARIO)} cannot be deleted`);
  });
  if (await biometrics.deleteScenario(place, caller)) return;
  await scenariosOf(biometrics, place.repository);
  throw scenarioNotFound(place);
}

/** Throws when there is no such repository. */
export async function scenariosOf(biometrics: Biometrics, repository: string): Promise<ScenarioInfo[]> {
  const scenarios = await biometrics.scenarios(repository);
  if (!scenarios) throw repositoryNotFound(repository);
  return scenarios;
}

export async function findScenario(biometrics: Biometrics, place: Place): Promise<ScenarioInfo> {
  const scenarios = await scenariosOf(biometrics, place.repository);
  const found = scenarios.find(({ scenario }) => scenario === place.scenario);
  if (!found) throw scenarioNotFound(place);
  return found;
}
