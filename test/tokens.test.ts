import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Issuer } from './support/issuer.ts';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';

const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');

function locutor(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function makeToken(folder: string, ...args: readonly string[]): string {
  const { stdout, stderr } = locutor(['tokens', 'create', 'test', ...args], folder);
  expect(stderr).toBe('');
  return stdout.trim();
}

interface Answered {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly challenge: string | null;
  readonly retryAfter: number;
}

async function answered(response: Response): Promise<Answered> {
  const body = (await response.json()) as { code?: string; message?: string };
  return {
    status: response.status,
    ...(!response.ok && { code: body.code, message: body.message }),
    challenge: response.headers.get('www-authenticate'),
    retryAfter: Number(response.headers.get('retry-after')),
  } as Answered;
}

const listEncoders = async ({ url }: TestServer, token: string) =>
  answered(await fetch(`${url}/rest/v2/encoders`, { headers: { authorization: `Bearer ${token}` } }));

const interpret = async ({ url }: TestServer, token: string) =>
  answered(
    await fetch(`${url}/asr/rest/v3/interpret?lm=builtin:grammar/number`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: 'nineteen eighty four',
    }),
  );

/** Asks until it is refused, which a limited client is however slow the machine. */
async function untilRefused(ask: () => Promise<Answered>): Promise<Answered> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 200) return answer;
  }
}

describe('JWTs of an issuer', () => {
  const folder = newFolder();
  const issuer = new Issuer();
  let server: TestServer;
  beforeAll(async () => {
    await issuer.up();
    const env = {
      LOCUTOR_JWT_ISSUER: issuer.url,
      LOCUTOR_JWT_AUDIENCE: 'locutor',
      LOCUTOR_JWT_SCOPE_PREFIX: 'locutor:',
      LOCUTOR_LOG_FORMAT: 'text',
    };
    server = await startServer(env, folder);
  });
  afterAll(async () => {
    await server.stop();
    await issuer.down();
  });

  it('are accepted beside the tokens of the server itself', async () => {
    expect(await listEncoders(server, await issuer.sign())).toMatchObject({ status: 200 });
    expect(await listEncoders(server, server.token)).toMatchObject({ status: 200 });
    const twoNames = await issuer.sign({ aud: ['billing', 'locutor'] });
    expect(await listEncoders(server, twoNames)).toMatchObject({ status: 200 });
  });

  it('cover what their scopes name', async () => {
    const both = await issuer.sign({ scope: ['openid', 'locutor:encoders', 'locutor:interpret'] });
    expect([await listEncoders(server, both), await interpret(server, both)]).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
    for (const scope of ['locutor:encoders interpret', 'locutor:verify locutor:admin', '*', '', undefined]) {
      expect(await interpret(server, await issuer.sign({ scope }))).toMatchObject({
        status: 403,
        code: 'ERR_FORBIDDEN',
        message: 'the credentials do not cover interpret',
        challenge: 'Bearer error="insufficient_scope", scope="interpret"',
      });
    }
  });

  it('reach of the voices what their scopes name, and nothing beside it', async () => {
    const paths = {
      verify: '/rest/v3/verify',
      enroll: '/rest/v3/enroll',
      admin: '/rest/v3/repositories',
    };
    const allowed = async (scope: string, path: string) => {
      const headers = { authorization: `Bearer ${await issuer.sign({ scope: `locutor:${scope}` })}` };
      const { status } = await fetch(server.url + path, { method: 'POST', headers });
      // Past the guard, a request without a body is a bad one.
      return status === 403 ? 'no' : [400, 415].includes(status) ? 'yes' : status;
    };
    for (const scope of ['verify', 'enroll', 'admin', '*']) {
      for (const [needed, path] of Object.entries(paths)) {
        const expected = scope === needed || scope === '*' ? 'yes' : 'no';
        expect([scope, path, await allowed(scope, path)]).toEqual([scope, path, expected]);
      }
    }
  });

  it('are in the audit log by their subject, as the tokens of the server are by their id', async () => {
    const create = (token: string, repository: string) =>
      fetch(`${server.url}/rest/v3/repositories`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ repository_uri: repository }),
      });
    const jwt = await issuer.sign({ sub: 'mailto:eva@example.org', scope: 'locutor:admin' });
    expect((await create(jwt, 'of-a-subject')).status).toBe(201);
    expect((await create(server.token, 'of-a-token')).status).toBe(201);
    const audit = locutor(['audit', '--json'], folder).stdout.trim().split('\n');
    const actors = audit.map((line) => JSON.parse(line)).map(({ actor, repository }) => [repository, actor]);
    expect(actors).toContainEqual(['of-a-subject', 'jwt:mailto:eva@example.org']);
    expect(actors).toContainEqual(['of-a-token', `token:${server.token.split('_')[1]}`]);
  });

  it.each([
    ['that have expired', { exp: 1_700_000_000 }, 'it expired at 2023-11-14T22:13:20.000Z'],
    ['that never expire', { exp: undefined }, 'it has no exp'],
    ['that are not valid yet', { nbf: 4_000_000_000 }, 'it is not valid before 2096-10-02T07:06:40.000Z'],
    ['for another service', { aud: 'billing' }, 'its audience is "billing", not "locutor"'],
    ['for nobody', { aud: undefined }, 'it has no aud'],
    ['of another issuer', { iss: 'https://evil.example' }, 'its issuer is "https://evil.example", not "http'],
  ])('%s are refused', async (_what, changes, reason) => {
    expect(await listEncoders(server, await issuer.sign(changes))).toMatchObject({
      status: 401,
      code: 'ERR_UNAUTHORIZED',
      message: expect.stringContaining(`the bearer token is not valid: ${reason}`),
      challenge: 'Bearer',
    });
  });

  it.each(['none', 'HS256'])('made with %s from what the issuer publishes are refused', async (algorithm) => {
    expect(await listEncoders(server, issuer.forged()[algorithm]!)).toMatchObject({
      status: 401,
      message: expect.stringContaining('its algorithm is not one of RS256, '),
    });
  });

  it('of a new key are accepted at once, those of the old key no more, and invented keys hardly ask', async () => {
    const before = await issuer.sign();
    expect(await listEncoders(server, before)).toMatchObject({ status: 200 });
    issuer.changeKey('2026-b');
    expect(await listEncoders(server, await issuer.sign())).toMatchObject({ status: 200 });
    expect(await listEncoders(server, before)).toMatchObject({
      status: 401,
      message: 'the bearer token is not valid: no key of the issuer matches it',
    });
    const fetched = issuer.fetches;
    for (let time = 0; time < 5; time++) {
      expect(await listEncoders(server, await issuer.sign({}, `made up ${time}`))).toMatchObject({
        status: 401,
      });
    }
    expect(issuer.fetches).toBeLessThanOrEqual(fetched + 1);
  });

  it('are accepted while the issuer is down by who has its keys; who has not says when to come back', async () => {
    await issuer.down();
    expect(await listEncoders(server, await issuer.sign())).toMatchObject({ status: 200 });
    const late = await startServer({
      LOCUTOR_JWT_ISSUER: issuer.url,
      LOCUTOR_JWT_AUDIENCE: 'locutor',
      LOCUTOR_JWT_KEYS: issuer.keysUrl,
      LOCUTOR_JWT_SCOPE_PREFIX: 'locutor:',
      LOCUTOR_LOG_FORMAT: 'text',
    });
    try {
      const token = await issuer.sign();
      const refused = await listEncoders(late, token);
      expect(refused).toMatchObject({ status: 503, code: 'ERR_ISSUER_UNAVAILABLE' });
      await expect
        .poll(() => late.log())
        .toMatch(/WARN {2}cannot fetch the keys of the token issuer reason=http.*ECONNREFUSED/);
      expect(await listEncoders(late, late.token)).toMatchObject({ status: 200 });
      await issuer.up();
      await sleep(refused.retryAfter * 1000);
      expect(await listEncoders(late, token)).toMatchObject({ status: 200 });
    } finally {
      await late.stop();
    }
  });

  it('are never in the log', async () => {
    const secret = await issuer.sign({ sub: 'someone', exp: 1 });
    await listEncoders(server, secret);
    await expect.poll(() => server.log()).toContain('status=401');
    const [head, body, signature] = secret.split('.');
    for (const part of [head, body, signature, 'someone', server.token]) {
      expect(server.log()).not.toContain(part);
    }
  });
});

describe('rates', () => {
  const folder = newFolder();
  const issuer = new Issuer();
  let server: TestServer;
  const STATIC = 'a-static-token-of-the-test';
  beforeAll(async () => {
    await issuer.up();
    server = await startServer(
      {
        LOCUTOR_TOKEN: STATIC,
        LOCUTOR_TOKEN_RATE: '1/hour burst 3',
        LOCUTOR_JWT_ISSUER: issuer.url,
        LOCUTOR_JWT_AUDIENCE: 'locutor',
        LOCUTOR_JWT_SCOPE_PREFIX: 'locutor:',
      },
      folder,
    );
  });
  afterAll(async () => {
    await server.stop();
    await issuer.down();
  });

  const statuses = async (token: string, times: number) => {
    const answers: number[] = [];
    for (let time = 0; time < times; time++) answers.push((await listEncoders(server, token)).status);
    return answers;
  };

  it('bound each token for itself, and say which limit it was', async () => {
    const [one, other] = [makeToken(folder, '--rate', '2/hour'), makeToken(folder, '--rate', '2/hour')];
    expect(await statuses(one, 4)).toEqual([200, 200, 429, 429]);
    const refused = await interpret(server, one);
    expect(refused).toMatchObject({ status: 429, code: 'ERR_RATE_LIMITED' });
    expect(refused.message).toBe(
      `the rate limit of these credentials is 2/hour; try again in ${refused.retryAfter} s`,
    );
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(1800);
    expect(await statuses(other, 3)).toEqual([200, 200, 429]);
  });

  it('let a client go on after Retry-After, again and again', async () => {
    const token = makeToken(folder, '--rate', '30/minute burst 2');
    for (let time = 0; time < 2; time++) {
      const { status, retryAfter } = await untilRefused(() => listEncoders(server, token));
      expect(status).toBe(429);
      await sleep(retryAfter * 1000);
      expect(await listEncoders(server, token)).toMatchObject({ status: 200 });
    }
  });

  it('have a default for tokens, the static one and the subjects of an issuer', async () => {
    const [ana, eva] = [await issuer.sign({ sub: 'ana' }), await issuer.sign({ sub: 'eva' })];
    for (const token of [makeToken(folder), STATIC, ana, eva]) {
      expect(await statuses(token, 4)).toEqual([200, 200, 200, 429]);
    }
    // Another token of the same subject is the same caller.
    expect(await statuses(await issuer.sign({ sub: 'ana', jti: 'another' }), 1)).toEqual([429]);
    expect(await statuses(makeToken(folder, '--rate', 'none'), 10)).toEqual(Array(10).fill(200));
  });

  it('count what is refused for its scope, but not what is refused for the rate', async () => {
    const token = makeToken(folder, '--rate', '1/hour burst 2', '--scope', 'verify', 'enroll');
    expect(await statuses(token, 3)).toEqual([403, 403, 429]);
  });

  it('are kept before the body arrives', async () => {
    const token = makeToken(folder, '--rate', '1/hour');
    expect(await statuses(token, 1)).toEqual([200]);
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /asr/rest/v3/interpret?lm=builtin:grammar/number HTTP/1.1\r\nhost: x\r\n' +
        `authorization: Bearer ${token}\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n`,
    );
    const [head] = (await socket.setEncoding('utf8').iterator().next()).value.split('\r\n');
    expect(head).toBe('HTTP/1.1 429 Too Many Requests');
    socket.destroy();
  });
});

describe('the token command', () => {
  const folder = newFolder();

  it('lists tokens with scopes, rate and end, for people and for programs', () => {
    const text = makeToken(folder, '--scope', 'verify', 'enroll', '--days', '90', '--rate', '60/minute');
    const [token] = JSON.parse(locutor(['tokens', 'list', '--json'], folder).stdout);
    expect(token).toMatchObject({
      name: 'test',
      scopes: ['verify', 'enroll'],
      rate: '60/minute',
      state: 'valid',
    });
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBeCloseTo(90 * 86_400_000, -4);
    expect(text).toContain(token.id);
    const row = new RegExp(
      `^${token.id} +test +verify enroll +60/minute +\\S+ \\S+ +\\S+ \\S+ +never +valid$`,
      'm',
    );
    expect(locutor(['tokens', 'list'], folder).stdout).toMatch(row);
    expect(locutor(['tokens', 'revoke', token.id], folder).stdout).toBe(`revoked: ${token.id}\n`);
    const [revoked] = JSON.parse(locutor(['tokens', 'list', '--json'], folder).stdout);
    expect(revoked).toMatchObject({ id: token.id, state: 'revoked', revokedAt: expect.any(String) });
  });

  it.each([
    [['create', '--rate', '60/day'], 'The rate of a token is "none" or a rate such as 60/minute'],
    [['create', '--scope', 'fly'], '"fly" is not a scope; the scopes are *, recognize'],
    [['create', '--days', '0'], '--days expects a number above 0 and up to 36500, not "0".'],
    [['create', '--days', '1e300'], '--days expects a number above 0 and up to 36500, not "1e300".'],
    [['create', '--days', 'soon'], '--days expects a number above 0 and up to 36500, not "soon".'],
    [['revoke', 'nobody'], 'There is no token with the id "nobody".'],
  ])('says what is wrong with %j', (args, message) => {
    const { status, stdout, stderr } = locutor(['tokens', ...args], folder);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`locutor: ${message}`);
    expect(stderr).not.toContain(' at ');
  });
});

describe('a configuration of credentials that cannot be used', () => {
  it.each([
    [{ LOCUTOR_JWT_ISSUER: 'https://issuer.example' }, 'jwtAudience: needed with jwtIssuer'],
    [{ LOCUTOR_TOKEN_RATE: '60' }, 'LOCUTOR_TOKEN_RATE in the environment: expected empty or a rate such as'],
  ])('stops the start: %j', (env, message) => {
    const { status, stderr } = locutor(['serve'], newFolder(), { LOCUTOR_PORT: '0', ...env });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`  - ${message}`)]);
  });
});
