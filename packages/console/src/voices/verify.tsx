import type { VerificationResponse } from '@locutor/client';
import { useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { AudioSource, type NamedAudio } from '../parts/audio-source.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Clips } from './clips.tsx';
import { RECOMMENDED_THRESHOLD, ThresholdField } from './threshold-field.tsx';
import { VerifyResult } from './verify-result.tsx';

/** As many utterances as a request may use: a recording with pauses counts as a whole. */
const MAX_UTTERANCES = 20;

/** Whether a recording is of an enrolled person. */
export function Verify({ users }: { readonly users: readonly string[] }) {
  const [chosen, setChosen] = useState<string>();
  const [threshold, setThreshold] = useState(RECOMMENDED_THRESHOLD);
  const [audios, setAudios] = useState<readonly NamedAudio[]>([]);
  const [answer, setAnswer] = useState<VerificationResponse>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const user = chosen !== undefined && users.includes(chosen) ? chosen : users[0];
  const verify = async (sent: readonly NamedAudio[]) => {
    setAudios(sent);
    setAnswer(undefined);
    setError(undefined);
    if (sent.length === 0 || user === undefined) return;
    setBusy(true);
    const configuration = { max_utterances: MAX_UTTERANCES, gender_detection: true, age_detection: true };
    const request = { user_ids: [user], min_verification_score: threshold, configuration };
    try {
      const blobs = sent.map(({ blob }) => blob);
      setAnswer(await call((locutor) => locutor.verify(blobs, request)));
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  if (users.length === 0) return <p class="muted">Nobody is enrolled yet. Enrol a voice first.</p>;
  return (
    <div class="stack">
      <label class="field">
        <span>Is it</span>
        <select value={user} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {users.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
      <ThresholdField value={threshold} onChange={setThreshold} />
      <AudioSource disabled={busy} onAudio={(taken) => void verify(taken)} />
      <Clips audios={audios} utterances={answer?.utterances ?? []} onChange={(next) => void verify(next)} />
      <div aria-live="polite" class="stack">
        {busy && <p class="muted">Comparing…</p>}
        <ErrorNote error={error} />
        {answer?.results.map((result) => (
          <VerifyResult key={result.user_id} result={result} threshold={threshold} />
        ))}
        {answer && (
          <button type="button" onClick={() => void verify(audios)}>
            Verify again
          </button>
        )}
      </div>
    </div>
  );
}
