import { expect, it, vi } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';

const model = { name: 'm', role: 'emotion' as const, default: false, size: 1, ready: false };
const free = { ...model, licence: { name: 'MIT', attribution: 'somebody' } };
const conditioned = { ...model, licence: { ...free.licence, condition: 'Not for commerce.' } };

async function ask(entry: typeof free | typeof conditioned, url: string, env: NodeJS.ProcessEnv = {}) {
  const fetch = vi.fn();
  const app = await appForTest(env, { library: { list: () => [entry], fetch } });
  const headers = { authorization: 'Bearer good-token' };
  const answer = await app.inject({ method: 'POST', url, headers });
  return { status: answer.statusCode, code: answer.json().code, fetched: fetch.mock.calls.length };
}

it.each([
  ['starts a download', free, '/rest/v3/models/m', {}, { status: 202, fetched: 1 }],
  ['has it already', { ...free, ready: true }, '/rest/v3/models/m', {}, { status: 200, fetched: 0 }],
  [
    'does not know it',
    free,
    '/rest/v3/models/x',
    {},
    { status: 404, code: 'ERR_MODEL_NOT_FOUND', fetched: 0 },
  ],
  [
    'may not download',
    free,
    '/rest/v3/models/m',
    { LOCUTOR_MODELS_FETCH: 'never' },
    { status: 409, code: 'ERR_MODELS_FETCH_OFF', fetched: 0 },
  ],
  [
    'needs an acceptance',
    conditioned,
    '/rest/v3/models/m',
    {},
    { status: 409, code: 'ERR_LICENCE_NOT_ACCEPTED', fetched: 0 },
  ],
  [
    'has the acceptance',
    conditioned,
    '/rest/v3/models/m?accept_licence=true',
    {},
    { status: 202, fetched: 1 },
  ],
] as const)('%s', async (_what, entry, url, env, expected) => {
  expect(await ask(entry, url, env)).toMatchObject(expected);
});

it('is for administrators', async () => {
  const app = await appForTest();
  const headers = { authorization: 'Bearer recognize-token' };
  expect((await app.inject({ url: '/rest/v3/models', headers })).statusCode).toBe(403);
  expect((await app.inject('/rest/v3/models')).statusCode).toBe(401);
});
