import type { VerificationResult } from '@locutor/client';
import { Dial } from './dial.tsx';

const WORDS = { ACCEPTED: 'Accepted', REJECTED: 'Rejected', UNDECIDED: 'Undecided' } as const;
const TONES = { ACCEPTED: 'good', REJECTED: 'bad', UNDECIDED: '' } as const;
const SPOOFING = {
  ACCEPTED: 'natural speech',
  REJECTED: 'synthetic or converted speech detected',
  UNDECIDED: 'not decided (it needs 3 s of speech, and may be off)',
} as const;

interface VerifyResultProps {
  readonly result: VerificationResult;
  readonly threshold: number;
}

export function VerifyResult({ result, threshold }: VerifyResultProps) {
  const { user_id, score, decision, detail, gender, age, audio_length, error } = result;
  if (error.code !== 0) return <p class="note">No decision: {error.message}.</p>;
  return (
    <div class="verdict">
      <Dial score={score} threshold={threshold} decision={decision} />
      <div class="stack">
        <p>
          <span class={`badge ${TONES[decision]}`}>{WORDS[decision]}</span>
        </p>
        <dl class="facts">
          <dt>Person</dt>
          <dd>{user_id}</dd>
          <dt>Voice</dt>
          <dd>{WORDS[detail.biometric_decision].toLowerCase()} by its score</dd>
          <dt>Spoofing</dt>
          <dd>{SPOOFING[detail.antispoofing_decision]}</dd>
          <dt>Estimates</dt>
          <dd>
            {gender === 'UNKNOWN' ? 'gender unknown' : gender.toLowerCase()},{' '}
            {age === 'UNKNOWN' ? 'age unknown' : age.toLowerCase().replace('_', ' ')}
          </dd>
          <dt>Audio used</dt>
          <dd class="number">{(audio_length / 1000).toFixed(1)} s</dd>
        </dl>
      </div>
    </div>
  );
}
