import { describe, expect, it } from 'vitest';
import { plainServer } from '../../testing/plain-server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

async function administered() {
  const server = await plainServer();
  const call = async (
    method: 'GET' | 'DELETE' | 'POST',
    path: string,
    payload?: string,
    headers: Record<string, string> = {},
  ) => {
    const answer = await server.app.inject({
      method,
      url: `/rest/v3/${path}`,
      headers: { authorization: 'Bearer good-token', ...(payload !== undefined && JSON_TYPE), ...headers },
      ...(payload !== undefined && { payload }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  return { ...server, call };
}

/** For tests that leave nothing in it. */
const shared = administered();

const ODD = [
  'a/b',
  '50%',
  'x?y#z',
  "'; DROP TABLE voices;--",
  '<b>"\\',
  'ação',
  '🎙️',
  'a b',
  '%2F',
  'a/',
  'é'.repeat(256),
];

describe('users', () => {
  it('come page by page', async () => {
    const { call, enroll } = await administered();
    for (const id of ['c', 'a', 'b']) await enroll({ user_id: id, consent: `of ${id}` }, 'ana:1500');
    const first = await call('GET', 'users?limit=2');
    expect(first).toMatchObject({
      status: 200,
      body: { users: [{ user_id: 'a' }, { user_id: 'b' }], next: 'b' },
    });
    const last = await call('GET', 'users?limit=2&after=b');
    expect(last.body).toEqual({
      users: [
        {
          user_id: 'c',
          created_at: '1970-01-01T00:00:00.000Z',
          updated_at: '1970-01-01T00:00:00.000Z',
          model: 'plain-1',
          utterances: 1,
          speech_duration: 1500,
          consent: 'of c',
        },
      ],
    });
    expect((await call('GET', 'users?limit=3')).body).not.toHaveProperty('next');
  });

  it.each(ODD)('can be called %s', async (id) => {
    const { call, enroll } = await shared;
    expect((await enroll({ user_id: id }, 'ana:1500')).body.user_id).toBe(id);
    const path = `users/${encodeURIComponent(id)}`;
    expect(await call('GET', path)).toMatchObject({ status: 200, body: { user_id: id } });
    expect(await call('DELETE', path)).toEqual({ status: 204, body: undefined });
    const code = 'ERR_USER_NOT_FOUND';
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { code } });
    expect(await call('DELETE', path)).toMatchObject({ status: 404, body: { code } });
  });

  it.each([
    ['users?limit=0', 'limit: expected an integer from 1 to 1000, got "0"'],
    ['users?limit=1001', 'limit: expected an integer from 1 to 1000, got "1001"'],
    ['users?limit=1e2', 'limit: expected an integer'],
    ['users?limit=1&limit=2', 'limit: expected an integer from 1 to 1000, got ["1","2"]'],
    ['users?after=', 'after: expected 1 to 256 characters'],
    ['users?scenario=1', 'scenario: expected 1 to 64 characters'],
    ['users?page=2', 'there is no query parameter "page"'],
    ['users/a?limit=2', 'there is no query parameter "limit"'],
    [`users/${'x'.repeat(257)}`, 'user_id: expected 1 to 256 characters'],
    ['users/a%00', 'user_id: expected 1 to 256 characters'],
  ])('%s is refused', async (path, message) => {
    const { status, body } = await (await shared).call('GET', path);
    expect([status, body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
    expect(body.message).toContain(message);
  });

  it.each([
    ['users?repository_uri=x', 'ERR_REPOSITORY_NOT_FOUND'],
    ['users?scenario=x', 'ERR_SCENARIO_NOT_FOUND'],
    ['users/a?scenario=x', 'ERR_SCENARIO_NOT_FOUND'],
  ])('%s is not there', async (path, code) => {
    expect(await (await shared).call('GET', path)).toMatchObject({ status: 404, body: { code } });
  });

  it('take no other methods', async () => {
    const { app } = await shared;
    const answer = await app.inject({ method: 'PUT', url: '/rest/v3/users/a%2Fb' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS']);
  });

  it('need the scope admin', async () => {
    const { call } = await shared;
    for (const path of ['users', 'users/a', 'scenarios', 'scenarios/a', 'repositories', 'repositories/a']) {
      const answer = await call('GET', path, undefined, { authorization: 'Bearer verify-token' });
      expect([path, answer.status]).toEqual([path, 403]);
      expect((await call('GET', path, undefined, { authorization: 'Bearer x' })).status).toBe(401);
    }
  });
});

describe('scenarios and repositories', () => {
  it('are made, listed, shown and deleted', async () => {
    const { call } = await administered();
    const uri = 'https://voices.example/a?b=1';
    const path = `repositories/${encodeURIComponent(uri)}`;
    expect(await call('POST', 'repositories', JSON.stringify({ repository_uri: uri }))).toMatchObject({
      status: 201,
      body: { repository_uri: uri, users: 0 },
    });
    expect((await call('POST', 'repositories', JSON.stringify({ repository_uri: uri }))).status).toBe(409);
    expect((await call('GET', 'repositories')).body.repositories).toHaveLength(2);
    const made = await call('POST', 'scenarios', JSON.stringify({ scenario: 'digits', repository_uri: uri }));
    expect(made).toMatchObject({ status: 201, body: { scenario: 'digits', users: 0 } });
    const again = await call(
      'POST',
      'scenarios',
      JSON.stringify({ scenario: 'digits', repository_uri: uri }),
    );
    expect(again).toMatchObject({ status: 409, body: { code: 'ERR_ALREADY_EXISTS' } });
    const query = `?repository_uri=${encodeURIComponent(uri)}`;
    const names = (await call('GET', `scenarios${query}`)).body.scenarios.map(
      (each: { scenario: string }) => each.scenario,
    );
    expect(names.sort()).toEqual(['default', 'digits']);
    expect((await call('GET', `scenarios/digits${query}`)).status).toBe(200);
    expect((await call('DELETE', `scenarios/digits${query}`)).status).toBe(204);
    expect((await call('DELETE', `scenarios/digits${query}`)).body.code).toBe('ERR_SCENARIO_NOT_FOUND');
    expect((await call('GET', path)).body.repository_uri).toBe(uri);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).body.code).toBe('ERR_REPOSITORY_NOT_FOUND');
    expect((await call('GET', `scenarios/digits${query}`)).body.code).toBe('ERR_REPOSITORY_NOT_FOUND');
  });

  it.each(['scenarios/default', 'repositories/default'])('%s stays', async (path) => {
    const { call } = await shared;
    expect(await call('DELETE', path)).toMatchObject({ status: 409, body: { code: 'ERR_NOT_DELETABLE' } });
  });

  it.each([
    ['scenarios', '{"scenario":"a-b"}', 400, 'ERR_INVALID_PARAMETER'],
    ['scenarios', '{}', 400, 'ERR_INVALID_PARAMETER'],
    ['scenarios', '{"scenario":"a","scenario":"b"}', 400, 'ERR_INVALID_PARAMETER'],
    ['scenarios', '{"scenario":"a","users":1}', 400, 'ERR_INVALID_PARAMETER'],
    ['scenarios', '{"scenario":"a","repository_uri":"x"}', 404, 'ERR_REPOSITORY_NOT_FOUND'],
    ['scenarios', '[', 400, 'ERR_INVALID_PARAMETER'],
    ['scenarios', '', 400, 'ERR_EMPTY_BODY'],
    ['repositories', '{"repository_uri":""}', 400, 'ERR_INVALID_PARAMETER'],
    ['repositories', '{"repository_uri":".."}', 400, 'ERR_INVALID_PARAMETER'],
    [
      'repositories',
      `{"repository_uri":"a","description":"${'x'.repeat(201)}"}`,
      400,
      'ERR_INVALID_PARAMETER',
    ],
    ['repositories', ' '.repeat(65_537), 413, 'ERR_TOO_LARGE'],
  ])('%s with %.40s is refused', async (path, payload, status, code) => {
    const { call } = await shared;
    expect(await call('POST', path, payload)).toMatchObject({ status, body: { code } });
  });

  it('take JSON only', async () => {
    const { call } = await shared;
    const answer = await call('POST', 'scenarios', 'scenario=a', { 'content-type': 'text/plain' });
    expect([answer.status, answer.body.code]).toEqual([415, 'ERR_UNSUPPORTED_MEDIA_TYPE']);
  });
});
