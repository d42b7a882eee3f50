import { fixture, voiceForm } from '../load/fixtures.ts';
import { exactly, type LoadRequest, type RequestMaker } from '../load/load-request.ts';

const SENTENCE = fixture('sentence.flac');

/** Enrols somebody new, from one sentence. */
export function enrolment(userId: string): LoadRequest {
  const body = voiceForm({ user_id: userId }, [SENTENCE]);
  return { kind: 'enrol', method: 'POST', path: '/rest/v3/enroll', body, check: exactly(201) };
}

export function user(userId: string): LoadRequest {
  return { kind: 'user', method: 'GET', path: `/rest/v3/users/${userId}`, check: exactly(200) };
}

/** Free speech; anything but its text is wrong, FAILURE included. */
export const recognition: RequestMaker = () => ({
  kind: 'RECOGNIZE',
  method: 'POST',
  path: '/asr/rest/v3/recognize?lm=builtin:slm/general',
  headers: { 'content-type': 'audio/flac' },
  body: SENTENCE,
  check: ({ status, text }) =>
    status === 200 && text.includes('good morning i want to speak with an agent')
      ? undefined
      : `${status} ${text.slice(0, 200)}`,
});

export const interpretation: RequestMaker = () => ({
  kind: 'INTERPRET',
  method: 'POST',
  path: '/asr/rest/v3/interpret?lm=builtin:grammar/number',
  headers: { 'content-type': 'text/plain' },
  body: 'nineteen',
  check: ({ status, text }) => (status === 200 && text.includes('"19"') ? undefined : `${status} ${text}`),
});
