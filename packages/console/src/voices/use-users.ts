import type { User } from '@locutor/client';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';

/** More are not listed on the page. */
const MOST = 1000;

export function useUsers() {
  const [users, setUsers] = useState<readonly User[]>();
  const [error, setError] = useState<unknown>();
  const reload = useCallback(async () => {
    try {
      setUsers((await call((locutor) => locutor.users({ limit: MOST }))).users);
      setError(undefined);
    } catch (failed) {
      setError(failed);
    }
  }, []);
  useEffect(() => void reload(), [reload]);
  return { users, error, reload };
}
