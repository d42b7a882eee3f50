import './voices.css';
import { useState } from 'preact/hooks';
import { ErrorNote } from '../parts/error-note.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Enrol } from './enrol.tsx';
import { useUsers } from './use-users.ts';
import { UserTable } from './user-table.tsx';
import { Verify } from './verify.tsx';

const TABS = [
  { id: 'enrol', title: 'Enrol' },
  { id: 'verify', title: 'Verify' },
] as const;

export function VoicesPanel() {
  const [shown, setShown] = useState<'enrol' | 'verify'>('enrol');
  const { users, error, reload } = useUsers();
  return (
    <div class="columns halves">
      <section class="card" aria-label="Enrol and verify">
        <Tabs label="What to do" tabs={TABS} shown={shown} onShow={setShown}>
          <div hidden={shown !== 'enrol'}>
            <Enrol onEnrolled={() => void reload()} />
          </div>
          <div hidden={shown !== 'verify'}>
            <Verify users={users?.map(({ user_id }) => user_id) ?? []} />
          </div>
        </Tabs>
      </section>
      <section class="stack" aria-label="Enrolled voices">
        <div class="row spread">
          <h2>Enrolled voices</h2>
          <button type="button" class="quiet" onClick={() => void reload()}>
            Refresh
          </button>
        </div>
        <ErrorNote error={error} />
        {users && <UserTable users={users} onChange={() => void reload()} />}
        {!users && error === undefined && <p class="muted">Asking the server…</p>}
      </section>
    </div>
  );
}
