import { expect, it } from 'vitest';
import { plainScorer } from '../biometrics/testing/plain-voices.ts';
import { type AuditEvent, StoreError } from '../store/index.ts';
import { formOf, plainServer } from '../testing/plain-server.ts';

/** `action repository/scenario user=outcome outcome actor`, as far as there is each. */
function shown({ action, repository, scenario, users, outcome, caller }: AuditEvent): string {
  const place = [repository, scenario].filter((part) => part !== undefined).join('/');
  const each = (users ?? []).map((user) => `${user.userId}=${user.outcome}`);
  return [action, place, ...each, outcome, caller.actor].filter((part) => part !== '').join(' ');
}

async function audited(changes: Parameters<typeof plainServer>[1] = {}) {
  const server = await plainServer({}, changes);
  const call = (method: 'GET' | 'DELETE', path: string, token = 'good-token') =>
    server.app.inject({
      method,
      url: `/rest/v3/${path}`,
      headers: { authorization: `Bearer ${token}`, 'x-request-id': 'r-1' },
    });
  return { ...server, call, entries: () => server.audit.events.map(shown) };
}

it('has who looked at whom, also where there was nobody to look at', async () => {
  const { call, enroll, entries, audit } = await audited();
  await enroll({ user_id: 'ana' }, 'ana:1500');
  await call('GET', 'users');
  await call('GET', 'users?scenario=x');
  await call('GET', 'users/ana');
  await call('GET', 'users/bob');
  await call('GET', 'users/bob?repository_uri=x');
  await call('DELETE', 'users/bob?scenario=x');
  expect(entries()).toEqual([
    'users.list default/default DONE all',
    'users.list default/x ERR_SCENARIO_NOT_FOUND all',
    'user.read default/default ana=DONE DONE all',
    'user.read default/default bob=NOT_FOUND NOT_FOUND all',
    'user.read x/default bob=ERR_REPOSITORY_NOT_FOUND ERR_REPOSITORY_NOT_FOUND all',
    'user.delete default/x bob=ERR_SCENARIO_NOT_FOUND ERR_SCENARIO_NOT_FOUND all',
  ]);
  expect(audit.events.every(({ caller }) => caller.requestId === 'r-1')).toBe(true);
});

it('has what the credentials did not cover and what is never deleted, but nothing of strangers', async () => {
  const { call, verify, send, entries } = await audited();
  await call('GET', 'users', 'verify-token');
  await call('DELETE', 'users/ana', 'verify-token');
  await call('DELETE', 'repositories/a', 'verify-token');
  await send('/rest/v3/enroll', formOf([]), { authorization: 'Bearer verify-token' });
  await call('DELETE', 'repositories/default');
  await call('DELETE', 'scenarios/default');
  await call('GET', 'users', 'stranger');
  await call('GET', 'scenarios', 'verify-token');
  await send('/asr/rest/v3/recognize?lm=builtin:slm/general', Buffer.from('audio'), {
    authorization: 'Bearer recognize-token',
    'content-type': 'audio/wav',
    'diarization-enabled': 'true',
    'diarization-users': 'ana',
  });
  await verify('{}', 'ana:1500');
  expect(entries()).toEqual([
    'users.list ERR_FORBIDDEN verify',
    'user.delete ERR_FORBIDDEN verify',
    'repository.delete ERR_FORBIDDEN verify',
    'enroll ERR_FORBIDDEN verify',
    'repository.delete default ERR_NOT_DELETABLE all',
    'scenario.delete default/default ERR_NOT_DELETABLE all',
    'verify ERR_FORBIDDEN recognize',
  ]);
});

it('has verifications and enrolments that ended before they were billed, once', async () => {
  const { verify, enroll, entries, biometrics } = await audited();
  await enroll({ user_id: 'ana' }, 'ana:1500');
  await verify({ user_ids: ['ana', 'bob'], scenario: 'x' }, 'ana:1500');
  await verify({ user_ids: ['ana'] }, '!');
  await verify({ user_ids: ['ana'] });
  await enroll({ user_id: 'ana', mode: 'create' }, 'ana:1500');
  // These are billed, and audited with that.
  await verify({ user_ids: ['ana'] }, 'ana:100');
  await verify({ user_ids: ['ana'] }, 'ana:1500');
  expect(entries()).toEqual([
    'verify default/x ana=ERR_SCENARIO_NOT_FOUND bob=ERR_SCENARIO_NOT_FOUND ERR_SCENARIO_NOT_FOUND all',
    'verify default/default ana=ERR_AUDIO_INVALID ERR_AUDIO_INVALID all',
    'verify default/default ana=ERR_EMPTY_BODY ERR_EMPTY_BODY all',
    'enroll default/default ana=ERR_ALREADY_EXISTS ERR_ALREADY_EXISTS all',
  ]);
  expect(biometrics.records.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    'enroll DONE',
    'verify ERR_MIN_SPEECH',
    'verify DONE',
  ]);
});

it('has those that a voice which cannot be opened ended, but nothing that a failing database would not keep', async () => {
  const { verify, enroll, entries, biometrics } = await audited();
  const failing = (code: 'ERR_STORE_DAMAGED' | 'ERR_STORE_KEY' | 'ERR_STORE_UNREACHABLE') => async () => {
    throw new StoreError(code, 'a reason for the operator');
  };
  for (const code of ['ERR_STORE_DAMAGED', 'ERR_STORE_KEY', 'ERR_STORE_UNREACHABLE'] as const) {
    biometrics.enroll = failing(code);
    biometrics.voiceprints = failing(code);
    await enroll({ user_id: 'ana' }, 'ana:1500');
    // A damaged one is a matter of its user alone, in an operation that is billed.
    if (code !== 'ERR_STORE_DAMAGED') await verify({ user_ids: ['ana'] }, 'ana:1500');
  }
  expect(entries()).toEqual([
    'enroll default/default ana=ERR_INTERNAL ERR_INTERNAL all',
    'enroll default/default ana=ERR_STORE_UNAVAILABLE ERR_STORE_UNAVAILABLE all',
    'verify default/default ana=ERR_STORE_UNAVAILABLE ERR_STORE_UNAVAILABLE all',
  ]);
});

it('has an enrolment whose voice cannot be made', async () => {
  const consistency = () => {
    throw new TypeError('not a voice');
  };
  const { enroll, entries, biometrics } = await audited({ scorer: { ...plainScorer, consistency } });
  expect(await enroll({ user_id: 'ana' }, 'ana:1500')).toMatchObject({ status: 500 });
  expect(entries()).toEqual(['enroll default/default ana=ERR_INTERNAL ERR_INTERNAL all']);
  expect(biometrics.records).toEqual([]);
});

it('answers nothing that it does not have: the client is asked to come back', async () => {
  const note = async () => {
    throw new StoreError('ERR_STORE_FULL', 'There is no room left on the disk.');
  };
  const { call, enroll, audit } = await audited();
  await enroll({ user_id: 'ana' }, 'ana:1500');
  audit.note = note;
  for (const [path, token] of [['users'], ['users/ana'], ['users/bob'], ['users', 'verify-token']] as const) {
    const answer = await call('GET', path, token);
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 503, 'ERR_STORE_UNAVAILABLE']);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  }
});
