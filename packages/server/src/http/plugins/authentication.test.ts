import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Access, Principal, Refusal } from '../auth.ts';
import { hashPassword } from '../passwords.ts';
import { type AuthenticationOptions, authentication } from './authentication.ts';
import { errors } from './errors.ts';

const ANSWERS: Record<string, Principal | Refusal> = {
  good: { id: 'token:a', scopes: ['encoders'] },
  rated: { id: 'token:b', scopes: ['encoders'], rate: '2/hour' },
  unbound: { id: 'token:c', scopes: ['encoders'], rate: 'none' },
  old: { refused: 'it expired' },
};
const PASSWORD = `Basic ${Buffer.from('ana:secret').toString('base64')}`;

const DEFAULTS: AuthenticationOptions = {
  checkToken: async (text) => ANSWERS[text],
  credentials: [],
  rate: '',
  onForbidden: async () => {},
};

async function appFor(options: Partial<AuthenticationOptions>): Promise<FastifyInstance> {
  const app = Fastify();
  await app.register(errors, { translate: () => undefined });
  await app.register(authentication, { ...DEFAULTS, ...options });
  return app;
}

async function appWith(access: Access, rate = '', users = true): Promise<FastifyInstance> {
  const app = await appFor({ credentials: users ? [await hashPassword('ana', 'secret')] : [], rate });
  app.get('/', { config: { scope: 'encoders', access } }, async (request) => ({
    actor: request.principal?.id ?? 'nobody',
  }));
  return app;
}

describe('the principal of a request', () => {
  it.each([
    ['required', 'Bearer good', 'token:a'],
    ['required', PASSWORD, 'user:ana'],
    ['optional', 'Bearer good', 'token:a'],
    ['optional', undefined, 'nobody'],
    ['off', 'Bearer good', 'nobody'],
  ] as const)('with %s access and %j is %s', async (access, authorization, actor) => {
    const app = await appWith(access);
    const answer = await app.inject({ url: '/', headers: authorization ? { authorization } : {} });
    expect(answer.json()).toEqual({ actor });
  });
});

describe('a password', () => {
  const status = async (pair: string | Uint8Array) => {
    const authorization = `Basic ${Buffer.from(pair as string).toString('base64')}`;
    const app = await appWith('required');
    return (await app.inject({ url: '/', headers: { authorization } })).statusCode;
  };

  it.each([
    'ana:secret\0',
    'ana:secret\0\0',
    'ana:secret\n',
    'ana:secret\x7f',
    'ana:secret\x85',
    'ana\0:secret',
    'ana:\0secret',
  ])('with a control character is not valid: %j', async (pair) => {
    expect(await status(pair)).toBe(401);
  });

  it('that is not UTF-8 is not valid', async () => {
    const app = await appFor({ credentials: [await hashPassword('ana', '\ufffd')] });
    app.get('/', { config: { scope: 'encoders', access: 'required' } }, async () => 'in');
    const ask = async (password: number[]) => {
      const pair = Buffer.from([...Buffer.from('ana:'), ...password]).toString('base64');
      return (await app.inject({ url: '/', headers: { authorization: `Basic ${pair}` } })).statusCode;
    };
    expect(await ask([0xff])).toBe(401);
    expect(await ask([...Buffer.from('\ufffd')])).toBe(200);
  });
});

describe('basic credentials on a server without users', () => {
  const ask = async (access: Access, authorization: string, users = false) => {
    const app = await appWith(access, '', users);
    return app.inject({ url: '/', headers: { authorization } });
  };

  it.each([PASSWORD, 'Basic', 'basic ???'])(
    'are ignored where none are needed: %s',
    async (authorization) => {
      const answer = await ask('optional', authorization);
      expect([answer.statusCode, answer.json()]).toEqual([200, { actor: 'nobody' }]);
    },
  );

  it('are refused where some are required, and the answer says what to send', async () => {
    const answer = await ask('required', PASSWORD);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json().message).toBe('this server has no users; send "Authorization: Bearer <token>"');
  });

  it.each(['Bearer wrong', 'Digest a'])('do not make other wrong ones pass: %s', async (authorization) => {
    expect((await ask('optional', authorization)).statusCode).toBe(401);
  });

  it('are checked where there are users', async () => {
    const wrong = `Basic ${Buffer.from('ana:wrong').toString('base64')}`;
    expect((await ask('optional', wrong, true)).statusCode).toBe(401);
  });
});

describe('the rate of credentials', () => {
  const statuses = async (rate: string, authorization: string) => {
    const app = await appWith('optional', rate);
    const ask = async () => (await app.inject({ url: '/', headers: { authorization } })).statusCode;
    return [await ask(), await ask(), await ask()];
  };

  it.each([
    ['', 'Bearer good', [200, 200, 200]],
    ['1/hour', 'Bearer good', [200, 429, 429]],
    ['1/hour', PASSWORD, [200, 429, 429]],
    ['1/hour', 'Bearer rated', [200, 200, 429]],
    ['1/hour', 'Bearer unbound', [200, 200, 200]],
    ['1/hour', 'Bearer wrong', [401, 401, 401]],
  ])('with the default %j and %s gives %j', async (rate, authorization, expected) => {
    expect(await statuses(rate, authorization)).toEqual(expected);
  });

  it('counts a request once, however many scopes it needs', async () => {
    let checked = 0;
    const app = await appFor({
      checkToken: async () => {
        checked += 1;
        return { id: 'token:a', scopes: ['recognize', 'verify'], rate: '2/hour' };
      },
    });
    const config = { scope: 'recognize', access: 'optional' } as const;
    const onRequest = (request: FastifyRequest) => request.authorize('verify', 'required');
    app.get('/', { config, onRequest }, async () => 'in');
    const ask = async () =>
      (await app.inject({ url: '/', headers: { authorization: 'Bearer a' } })).statusCode;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    expect(checked).toBe(3);
  });

  it('binds nobody without credentials', async () => {
    const app = await appWith('optional', '1/hour');
    for (let time = 0; time < 3; time++) expect((await app.inject('/')).statusCode).toBe(200);
  });
});

it('says why a token is refused where it may', async () => {
  const app = await appWith('optional');
  const ask = async (token: string) =>
    (await app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } })).json().message;
  expect(await ask('old')).toBe('the bearer token is not valid: it expired');
  expect(await ask('none')).toBe('the bearer token is not valid');
});
