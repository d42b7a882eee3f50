import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, ServiceError } from './errors/index.ts';
import { errorStatus } from './http/error-status.ts';
import { hashPassword } from './http/passwords.ts';
import { appForTest } from './testing/app-for-test.ts';

const ENCODERS = '/rest/v2/encoders';

describe('every answer', () => {
  it.each(['/nowhere', ENCODERS, '/health/live', '/metrics', '/openapi.json'])(
    '%s carries a request id and security headers',
    async (url) => {
      const { headers } = await (await appForTest()).inject(url);
      expect(headers['x-request-id']).toMatch(/^[\w-]+$/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('keeps a harmless request id of the client and replaces any other', async () => {
    const app = await appForTest();
    const ask = async (id: string) =>
      (await app.inject({ url: ENCODERS, headers: { 'x-request-id': id } })).headers['x-request-id'];
    expect(await ask('abc-123.x_y')).toBe('abc-123.x_y');
    expect(await ask('a'.repeat(65))).not.toBe('a'.repeat(65));
    expect(await ask('bad id')).not.toBe('bad id');
  });
});

describe('what cannot be served', () => {
  it('is 404 for an unknown path, without the query in the message', async () => {
    const answer = await (await appForTest()).inject('/nowhere?secret=1');
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { code: 'ERR_NOT_FOUND', message: 'nothing is served at "/nowhere"' },
    ]);
  });

  it.each(METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method)))(
    'is 405 with Allow for %s',
    async (method) => {
      const answer = await (await appForTest()).inject({
        method: method as 'POST',
        url: ENCODERS,
        payload: '{',
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(answer.json()).toEqual({
        code: 'ERR_METHOD_NOT_ALLOWED',
        message: `${method} is not taken here; use GET or HEAD`,
      });
    },
  );

  it('tells the methods to OPTIONS', async () => {
    const answer = await (await appForTest()).inject({ method: 'OPTIONS', url: ENCODERS });
    expect([answer.statusCode, answer.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  it.each([
    ['POST', '/nowhere', 404],
    ['DELETE', '/nowhere', 404],
    ['OPTIONS', ENCODERS, 204],
  ] as const)('%s %s is answered with %i without a look at the body', async (method, url, status) => {
    const app = await appForTest({ LOCUTOR_MAX_BODY_BYTES: '1024' });
    for (const type of ['application/json', 'text/plain', 'image/png', 'no type at all']) {
      const payload = `{${'x'.repeat(2000)}`;
      const answer = await app.inject({ method, url, payload, headers: { 'content-type': type } });
      expect([type, answer.statusCode]).toEqual([type, status]);
    }
  });

  it('is 500 without a word about the cause, which is in the log under the id', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const app = await appForTest({}, { log: pino(stream) });
    app.get('/broken', () => {
      throw new Error('the database password is hunter2');
    });
    const answer = await app.inject('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.json().code).toBe('ERR_INTERNAL');
    expect(answer.body).not.toMatch(/hunter2|stack|at /);
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'request failed');
    expect(logged.id).toBe(answer.headers['x-request-id']);
    expect(logged.err.stack).toContain('hunter2');
  });

  it.each(Object.entries(errorStatus))('%s has its documented status', async (code, status) => {
    const app = await appForTest();
    app.get('/fails', () => {
      throw new ServiceError(code as ErrorCode, 'because');
    });
    const answer = await app.inject('/fails');
    expect([answer.statusCode, answer.json()]).toEqual([status, { code, message: 'because' }]);
  });
});

describe('credentials', () => {
  const ask = async (authorization: string | undefined, env: NodeJS.ProcessEnv = {}) => {
    const app = await appForTest(env);
    const answer = await app.inject({
      url: ENCODERS,
      headers: authorization === undefined ? {} : { authorization },
    });
    return {
      status: answer.statusCode,
      challenge: answer.headers['www-authenticate'],
      code: answer.statusCode === 200 ? undefined : answer.json().code,
    };
  };

  it.each([
    ['optional', undefined, 200],
    ['optional', 'Bearer good-token', 200],
    ['optional', 'bearer good-token', 200],
    ['optional', 'Bearer encoders-token', 200],
    ['optional', 'Bearer verify-token', 403],
    ['optional', 'Bearer wrong', 401],
    ['optional', 'Bearer', 401],
    ['optional', 'Bearer a b', 401],
    ['optional', 'Bearer good-token\u00e9', 401],
    ['optional', 'good-token', 401],
    ['optional', 'Digest x', 401],
    // The server has no users.
    ['optional', 'Basic !!!', 200],
    ['optional', 'Basic dTpw', 200],
    ['required', 'Basic dTpw', 401],
    ['required', undefined, 401],
    ['required', 'Bearer good-token', 200],
    ['off', 'Bearer wrong', 200],
  ])('%s access with %j is %i', async (access, authorization, status) => {
    const answer = await ask(authorization, { LOCUTOR_AUTH_ENCODERS: access });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer).toMatchObject({ code: 'ERR_UNAUTHORIZED', challenge: 'Bearer' });
    if (status === 403)
      expect(answer).toMatchObject({
        code: 'ERR_FORBIDDEN',
        challenge: 'Bearer error="insufficient_scope", scope="encoders"',
      });
  });

  it('takes a user name and password, again and again, and no other', async () => {
    const app = await appForTest({ LOCUTOR_CREDENTIALS: await hashPassword('ana', 'pass:word') });
    const basic = async (pair: string) => {
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      return (await app.inject({ url: ENCODERS, headers: { authorization } })).statusCode;
    };
    for (let time = 0; time < 2; time++) {
      expect(await basic('ana:pass:word')).toBe(200);
      expect(await basic('ana:passwort')).toBe(401);
      expect(await basic('eva:pass:word')).toBe(401);
      expect(await basic('ana')).toBe(401);
    }
  });

  it('answers a flood of passwords with 503 instead of falling behind', async () => {
    const app = await appForTest({ LOCUTOR_CREDENTIALS: await hashPassword('ana', 'secret') });
    const authorization = (n: number) => `Basic ${Buffer.from(`ana:${n}`).toString('base64')}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        app.inject({ url: ENCODERS, headers: { authorization: authorization(n) } }),
      ),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
  });
});

describe('ENCODERS over the app', () => {
  it('answers an internal failure as JSON even where XML was asked for', async () => {
    const app = await appForTest({}, { checkToken: () => Promise.reject(new Error('database gone')) });
    const answer = await app.inject({
      url: ENCODERS,
      headers: { accept: 'application/xml', authorization: 'Bearer x' },
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(Object.keys(answer.json())).toEqual(['code', 'message']);
  });

  it('is 406 with and without credentials', async () => {
    const app = await appForTest();
    for (const headers of [{}, { authorization: 'Bearer good-token' }]) {
      const answer = await app.inject({ url: ENCODERS, headers: { accept: 'image/png', ...headers } });
      expect(answer.statusCode).toBe(406);
    }
  });

  it('answers other errors in the form asked for', async () => {
    const answer = await (await appForTest()).inject({
      url: ENCODERS,
      headers: { accept: 'application/xml', authorization: 'Bearer x' },
    });
    expect(answer.body).toContain('<ErrorResponse><code>ERR_UNAUTHORIZED</code>');
  });
});

describe('around the operations', () => {
  it('answers browsers of configured origins only', async () => {
    const origin = 'https://app.example';
    const preflight = {
      method: 'OPTIONS' as const,
      url: ENCODERS,
      headers: { origin, 'access-control-request-method': 'GET' },
    };
    const closed = await (await appForTest()).inject(preflight);
    expect(closed.headers).not.toHaveProperty('access-control-allow-origin');
    const open = await appForTest({ LOCUTOR_CORS_ORIGINS: origin });
    expect((await open.inject(preflight)).headers['access-control-allow-origin']).toBe(origin);
    const deletion = { origin, 'access-control-request-method': 'DELETE' };
    const allowed = await open.inject({ ...preflight, url: '/rest/v3/users/ana', headers: deletion });
    expect(allowed.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, DELETE');
    const noPreflight = await open.inject({ method: 'OPTIONS', url: ENCODERS });
    expect([noPreflight.statusCode, noPreflight.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const plain = await open.inject({ url: ENCODERS, headers: { origin } });
    expect(plain.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
    const other = { ...preflight, headers: { ...preflight.headers, origin: 'https://evil.example' } };
    expect((await open.inject(other)).headers['access-control-allow-origin']).not.toBe(
      'https://evil.example',
    );
    expect((await open.inject('/nowhere')).statusCode).toBe(404);
  });

  it('says 503 when it is not ready', async () => {
    const app = await appForTest(
      {},
      {
        readiness: async () => ({
          ready: false,
          models: { ready: false, missing: ['silero-vad'] },
          database: { ready: true, reads: true, writes: true },
          engine: { status: 'starting', processes: 1, ready: 0, queued: 0, running: 0, maxQueue: 1 },
        }),
      },
    );
    const answer = await app.inject('/health/ready');
    expect([answer.statusCode, answer.json().models]).toEqual([
      503,
      { ready: false, missing: ['silero-vad'] },
    ]);
  });

  it('counts requests and shows the engine in /metrics', async () => {
    const app = await appForTest();
    for (let time = 0; time < 3; time++) await app.inject(ENCODERS);
    await app.inject('/nowhere');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain(
      'locutor_http_request_seconds_count{method="GET",route="/rest/v2/encoders",status="200"} 3',
    );
    expect(body).toContain(
      'locutor_http_request_seconds_bucket{le="+Inf",method="GET",route="none",status="404"} 1',
    );
    expect(body).toContain('locutor_engine_queued 3');
    expect(body).toContain('locutor_build_info{version="0.0.0-test"} 1');
  });

  it('counts restarts of engine processes, which never go back', async () => {
    let restarts = 2;
    const app = await appForTest(
      {},
      { engine: () => ({ processes: 2, ready: 2, queued: 0, running: 0, restarts }) },
    );
    const lines = async () => {
      const { body } = await app.inject('/metrics');
      return body.split('\n').filter((line) => line.includes('locutor_engine_restarts'));
    };
    const head = [
      '# HELP locutor_engine_restarts_total Engine processes that were replaced since the server started',
      '# TYPE locutor_engine_restarts_total counter',
    ];
    expect(await lines()).toEqual([...head, 'locutor_engine_restarts_total 2']);
    expect(await lines()).toEqual([...head, 'locutor_engine_restarts_total 2']);
    restarts = 5;
    expect(await lines()).toEqual([...head, 'locutor_engine_restarts_total 5']);
  });

  it('guards /metrics when told to', async () => {
    const app = await appForTest({ LOCUTOR_AUTH_METRICS: 'required' });
    expect((await app.inject('/metrics')).statusCode).toBe(401);
    expect(
      (await app.inject({ url: '/metrics', headers: { authorization: 'Bearer good-token' } })).statusCode,
    ).toBe(200);
  });

  it('puts the prefix in front of every path', async () => {
    const app = await appForTest({ LOCUTOR_PATH_PREFIX: '/speech/v1' });
    for (const path of [
      ENCODERS,
      '/tts/rest/v2/encoders',
      '/health/live',
      '/metrics',
      '/openapi.json',
      '/reference',
    ]) {
      expect([path, (await app.inject(`/speech/v1${path}`)).statusCode]).toEqual([path, 200]);
      expect([path, (await app.inject(path)).statusCode]).toEqual([path, 404]);
    }
  });

  it('describes what it serves', async () => {
    const app = await appForTest();
    const description = (await app.inject('/openapi.json')).json();
    expect(description.openapi).toBe('3.1.0');
    expect(Object.keys(description.paths).sort()).toEqual(
      [
        '/asr-server/rest/interpret',
        '/asr-server/rest/recognize',
        '/asr/rest/v3/interpret',
        '/asr/rest/v3/recognize',
        '/health/live',
        '/health/ready',
        '/metrics',
        ENCODERS,
        '/rest/v3/enroll',
        '/rest/v3/repositories',
        '/rest/v3/repositories/{repository_uri}',
        '/rest/v3/scenarios',
        '/rest/v3/scenarios/{scenario}',
        '/rest/v3/users',
        '/rest/v3/users/{user_id}',
        '/rest/v3/verify',
        '/tts/rest/v2/encoders',
      ].sort(),
    );
    const { responses } = description.paths[ENCODERS].get;
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '406',
      '408',
      '429',
      '431',
      '500',
      '503',
    ]);
    const { EncoderInfo, EncoderInfoC } = description.components.schemas;
    expect(EncoderInfo.properties.sampleRate.type).toBe('string');
    expect(EncoderInfoC.properties.sampleRate.type).toBe('integer');
    const jsonOf = ({ content }: { content?: Record<string, object> }) => content?.['application/json'];
    const described = Object.values<Record<string, { responses: object }>>(description.paths)
      .flatMap((path) => Object.entries(path))
      .map(
        ([method, { responses }]) => [method, JSON.stringify(Object.values(responses).map(jsonOf))] as const,
      );
    for (const [method, answers] of described.filter(([, each]) => each.includes('ERR_UNAUTHORIZED'))) {
      // Whoever is asked for credentials may be told that they cannot be checked.
      for (const code of [
        'ERR_RATE_LIMITED',
        'ERR_ISSUER_UNAVAILABLE',
        'ERR_STORE_UNAVAILABLE',
        'ERR_BUSY',
      ]) {
        expect(answers.match(new RegExp(`"${code}"`, 'g'))).toHaveLength(1);
      }
      if (method !== 'post') continue;
      for (const code of ['ERR_TOO_LARGE', 'ERR_REQUEST_TIMEOUT', 'ERR_UNSUPPORTED_MEDIA_TYPE']) {
        expect(answers).toContain(`"${code}"`);
      }
    }
    const interpret = description.paths['/asr/rest/v3/interpret'].post;
    expect(interpret.parameters.map((each: { name: string }) => each.name)).toEqual([
      'lm',
      'decoder-maxSentences',
      'decoder-confidenceThreshold',
    ]);
    expect(Object.keys(interpret.requestBody.content)).toEqual(['text/plain', 'multipart/form-data']);
    const page = await app.inject('/reference/');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('writes a log line without addresses, queries or user agents', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const app = await appForTest({}, { log: pino(stream) });
    await app.inject({
      url: `${ENCODERS}?lm=secret-grammar`,
      headers: { 'user-agent': 'curious', authorization: 'Bearer good-token' },
    });
    const line = lines.find((each) => each.includes('"request"'))!;
    expect(JSON.parse(line)).toMatchObject({
      method: 'GET',
      route: ENCODERS,
      status: 200,
      bytes: expect.any(Number),
    });
    expect(line).not.toMatch(/secret-grammar|curious|good-token|127\.0\.0\.1/);
  });
});

it('documents every error code', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  for (const [code, status] of Object.entries(errorStatus)) expect(page).toContain(`| ${code} | ${status} |`);
});
