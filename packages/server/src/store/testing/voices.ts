import type { Voiceprint } from '../biometrics/types.ts';

export const caller = { actor: 'token:test', requestId: 'request-1' };

/** What an enrolment records besides the voice. */
export const enrolment = { operation: 'enroll', audioMs: 4_000, speechMs: 3_000, caller } as const;

export function voiceprint(changes: Partial<Voiceprint> = {}): Voiceprint {
  return {
    bytes: Buffer.from('a voice'),
    fingerprint: 'model-1',
    utterances: 1,
    speechMs: 3_000,
    ...changes,
  };
}
