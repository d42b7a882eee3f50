import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { locutor } from './support/verify.ts';

const folder = newFolder();
let server: TestServer;

beforeAll(async () => {
  const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');
  const hashed = spawnSync(process.execPath, [program, 'password', 'ana'], {
    cwd: folder,
    input: 'pass:wörd\n',
    encoding: 'utf8',
  });
  const env = { LOCUTOR_CREDENTIALS: hashed.stdout.trim(), LOCUTOR_AUTH_ENCODERS: 'required' };
  server = await startServer(env, folder);
});
afterAll(() => server.stop());

const makeToken = (...args: readonly string[]) =>
  locutor(['tokens', 'create', 'test', ...args], folder).stdout.trim();

async function signIn(pair: string | undefined) {
  const headers =
    pair === undefined ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  const answer = await fetch(`${server.url}/auth/token`, { method: 'POST', headers });
  const body = (await answer.json()) as { access_token: string; expires_in: number; code?: string };
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body };
}

async function check(token: string) {
  const answer = await fetch(`${server.url}/auth/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const encoders = async (token: string) =>
  (await fetch(`${server.url}/rest/v2/encoders`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('POST /auth/token', () => {
  it('gives a user a token that is accepted where the password is', async () => {
    const { status, body } = await signIn('ana:pass:wörd');
    expect([status, body]).toEqual([
      200,
      { token_format: 'JWT', token_type: 'bearer', expires_in: 3600, access_token: expect.any(String) },
    ]);
    expect(await encoders(body.access_token)).toBe(200);
    expect((await check(body.access_token)).body).toEqual({
      valid: true,
      subject: 'user:ana',
      scopes: ['*'],
      expires_in: expect.any(Number),
    });
    const models = await fetch(`${server.url}/v1/models`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(models.status).toBe(200);
  });

  it('takes an API token as the password, and gives no more than it has', async () => {
    const token = makeToken('--scope', 'recognize', '--days', '1');
    const { body } = await signIn(`anything:${token}`);
    expect((await check(body.access_token)).body).toMatchObject({ valid: true, scopes: ['recognize'] });
    expect(await encoders(body.access_token)).toBe(403);
    expect((await signIn(`${token}:`)).status).toBe(200);
  });

  it('gives tokens that end when the API token is revoked', async () => {
    const token = makeToken('--scope', 'encoders');
    const { access_token } = (await signIn(`:${token}`)).body;
    expect(await encoders(access_token)).toBe(200);
    locutor(['tokens', 'revoke', token.slice(4, 14)], folder);
    await expect.poll(() => encoders(access_token)).toBe(401);
    expect((await check(access_token)).body).toEqual({
      valid: false,
      reason: expect.stringContaining('it was revoked at'),
    });
    expect((await signIn(`:${token}`)).status).toBe(401);
  });

  it.each([
    ['no credentials', undefined],
    ['a wrong password', 'ana:wrong'],
    ['an unknown user', 'eva:pass:wörd'],
    ['no password', 'ana:'],
    ['a wrong token', 'ana:loc_0000000000_0000000000000000000000000000000000000000000000000'],
  ])('refuses %s', async (_what, pair) => {
    const { status, challenge, body } = await signIn(pair);
    expect([status, challenge, body.code]).toEqual([
      401,
      'Basic realm="locutor", charset="UTF-8"',
      'ERR_UNAUTHORIZED',
    ]);
  });

  it('does not renew its own tokens', async () => {
    const { access_token } = (await signIn('ana:pass:wörd')).body;
    expect((await signIn(`ana:${access_token}`)).status).toBe(401);
  });

  it('lets nobody guess for long', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(`eve:${n}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(5);
    expect(refused[0]!.body.code).toBe('ERR_RATE_LIMITED');
    expect((await signIn('ana:pass:wörd')).status).toBe(200);
  });
});

describe('POST /auth/check', () => {
  it('checks tokens of every kind', async () => {
    expect((await check(server.token)).body).toMatchObject({ valid: true, scopes: ['*'] });
    expect((await check('wrong')).body).toEqual({ valid: false, reason: 'it is not a token of this server' });
  });

  it('answers too many wrong tokens with 429, and valid ones still', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => check(`wrong-${n}`)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    expect((await check(server.token)).body).toMatchObject({ valid: true });
  });

  it.each(['{}', '{"token":7}', '{"token":""}', '{"token":"a","more":1}', 'x', '[]'])(
    'refuses %s',
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}/auth/check`, { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
    },
  );
});

it('nothing of it is in the log', () => {
  expect(server.log()).not.toMatch(/eyJ|wörd|loc_/);
});
