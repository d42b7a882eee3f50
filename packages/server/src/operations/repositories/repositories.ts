import { auditingFailure } from '../../audit/audit-failure.ts';
import { DEFAULT_REPOSITORY } from '../../biometrics/names.ts';
import { repositoryNotFound } from '../../biometrics/place.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import type { Caller } from '../../store/index.ts';
import type { Registry } from '../users/users.ts';

export async function deleteRepository(
  { biometrics, audit }: Registry,
  repository: string,
  caller: Caller,
): Promise<void> {
  await auditingFailure(audit, { action: 'repository.delete', repository, caller }, async () => {
    if (repository !== DEFAULT_REPOSITORY) return;
    throw new ServiceError(
      'ERR_NOT_DELETABLE',
      `the repository ${quote(DEFAULT_REPOSITORY)} cannot be deleted`,
    );
  });
  if (!(await biometrics.deleteRepository(repository, caller))) throw repositoryNotFound(repository);
}
