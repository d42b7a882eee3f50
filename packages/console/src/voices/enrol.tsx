import type { EnrollmentResponse } from '@locutor/client';
import { useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { AudioSource, type NamedAudio } from '../parts/audio-source.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Clips } from './clips.tsx';

const CONSENT =
  'The person whose voice this is knows that this server makes a voiceprint of it, keeps it encrypted until it is deleted here, and uses it to verify who is speaking; and agrees to that.';

/** Consent first, then recordings, then the voiceprint. */
export function Enrol({ onEnrolled }: { readonly onEnrolled: (userId: string) => void }) {
  const [userId, setUserId] = useState('');
  const [consent, setConsent] = useState(false);
  const [audios, setAudios] = useState<readonly NamedAudio[]>([]);
  const [answer, setAnswer] = useState<EnrollmentResponse>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const change = (next: readonly NamedAudio[]) => {
    setAudios(next);
    setAnswer(undefined);
  };
  const enrol = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const request = { user_id: userId.trim(), consent: `Given in the console: ${CONSENT}` };
      const enrolled = await call((locutor) =>
        locutor.enroll(
          audios.map(({ blob }) => blob),
          request,
        ),
      );
      setAnswer(enrolled);
      onEnrolled(enrolled.user_id);
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  const ready = consent && userId.trim() !== '' && audios.length > 0;
  return (
    <div class="stack">
      <label class="field">
        <span>Name or id of the person</span>
        <input
          value={userId}
          maxLength={256}
          onInput={({ currentTarget }) => setUserId(currentTarget.value)}
        />
      </label>
      <label class="check consent">
        <input
          type="checkbox"
          checked={consent}
          onChange={({ currentTarget }) => setConsent(currentTarget.checked)}
        />
        <span>{CONSENT}</span>
      </label>
      <AudioSource
        multiple
        disabled={!consent || busy || audios.length >= 10}
        onAudio={(more) => change([...audios, ...more].slice(0, 10))}
      />
      <p class="muted small">
        {consent
          ? 'Three recordings of 3 to 4 s or more have at most half the errors of one.'
          : 'Recording begins after the consent above.'}
      </p>
      <Clips audios={audios} utterances={answer?.utterances ?? []} onChange={change} />
      <button type="button" class="primary" disabled={!ready || busy} onClick={() => void enrol()}>
        {busy ? 'Enrolling…' : 'Enrol this voice'}
      </button>
      <div aria-live="polite" class="stack">
        <ErrorNote error={error} />
        {answer && (
          <p class="note">
            {answer.created ? 'Enrolled' : 'Added to'} {answer.user_id}: {answer.voiceprint.utterances}{' '}
            utterances, {(answer.voiceprint.speech_duration / 1000).toFixed(1)} s of speech. The recordings
            agree with a score of {answer.score.toFixed(2)}.
          </p>
        )}
      </div>
    </div>
  );
}
