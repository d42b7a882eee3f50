import type { User } from '@locutor/client';
import { useRef, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Icon } from '../parts/icon.tsx';

interface UserTableProps {
  readonly users: readonly User[];
  readonly onChange: () => void;
}

/** Who is enrolled. Deletion asks first: it is permanent. */
export function UserTable({ users, onChange }: UserTableProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [doomed, setDoomed] = useState('');
  const [error, setError] = useState<unknown>();
  const ask = (userId: string) => {
    setDoomed(userId);
    dialog.current?.showModal();
  };
  const remove = async () => {
    dialog.current?.close();
    try {
      await call((locutor) => locutor.deleteUser(doomed));
      setError(undefined);
    } catch (failed) {
      setError(failed);
    }
    onChange();
  };
  if (users.length === 0) {
    return (
      <div class="empty">
        <Icon name="person" />
        <strong>Nobody is enrolled</strong>
        <p>Voiceprints stay on this server, encrypted. Enrol the first voice on this page.</p>
      </div>
    );
  }
  return (
    <div class="stack">
      <ErrorNote error={error} />
      <div class="table-scroll">
        <table>
          <caption class="visually-hidden">Enrolled voices</caption>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col" class="right">
                Utterances
              </th>
              <th scope="col" class="right">
                Speech
              </th>
              <th scope="col">Changed</th>
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.map(({ user_id, utterances, speech_duration, updated_at, consent }) => (
              <tr key={user_id}>
                <th scope="row" title={consent}>
                  {user_id}
                </th>
                <td class="right">{utterances}</td>
                <td class="right">{(speech_duration / 1000).toFixed(1)} s</td>
                <td title={new Date(updated_at).toLocaleString()}>
                  {new Date(updated_at).toLocaleDateString(undefined, { dateStyle: 'medium' })}
                </td>
                <td class="right">
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`Delete ${user_id}`}
                    onClick={() => ask(user_id)}
                  >
                    <Icon name="trash" />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dialog ref={dialog} aria-labelledby="delete-title">
        <div class="stack">
          <h2 id="delete-title">Delete the voice of {doomed}?</h2>
          <p class="muted">The voiceprint is deleted permanently. The person can be enrolled again.</p>
          <div class="row end">
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="button" class="danger" onClick={() => void remove()}>
              Delete
            </button>
          </div>
        </div>
      </dialog>
    </div>
  );
}
