import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Access, authentication, type Principal, principalOf, type Refusal } from './auth.ts';
import { hashPassword } from './passwords.ts';

const ANSWERS: Record<string, Principal | Refusal> = {
  good: { id: 'token:a', scopes: ['encoders'] },
  rated: { id: 'token:b', scopes: ['encoders'], rate: '2/hour' },
  unbound: { id: 'token:c', scopes: ['encoders'], rate: 'none' },
  old: { refused: 'it expired' },
};
const PASSWORD = `Basic ${Buffer.from('ana:secret').toString('base64')}`;

async function appWith(access: Access, rate = ''): Promise<FastifyInstance> {
  const guard = authentication({
    checkToken: async (text) => ANSWERS[text],
    credentials: [await hashPassword('ana', 'secret')],
    rate,
    onForbidden: async () => {},
  });
  const app = Fastify();
  app.get('/', { onRequest: guard('encoders', access) }, async (request) => ({
    actor: principalOf(request)?.id ?? 'nobody',
  }));
  return app;
}

describe('principalOf', () => {
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
    const guard = authentication({
      checkToken: async () => undefined,
      credentials: [await hashPassword('ana', '\ufffd')],
      rate: '',
      onForbidden: async () => {},
    });
    const app = Fastify();
    app.get('/', { onRequest: guard('encoders', 'required') }, async () => 'in');
    const ask = async (password: number[]) => {
      const pair = Buffer.from([...Buffer.from('ana:'), ...password]).toString('base64');
      return (await app.inject({ url: '/', headers: { authorization: `Basic ${pair}` } })).statusCode;
    };
    expect(await ask([0xff])).toBe(401);
    expect(await ask([...Buffer.from('\ufffd')])).toBe(200);
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

  it('binds nobody without credentials', async () => {
    const app = await appWith('optional', '1/hour');
    for (let time = 0; time < 3; time++) expect((await app.inject('/')).statusCode).toBe(200);
  });
});

it('says why a token is refused that can be told so', async () => {
  const app = await appWith('optional');
  const ask = async (token: string) =>
    (await app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } })).json().message;
  expect(await ask('old')).toBe('the bearer token is not valid: it expired');
  expect(await ask('none')).toBe('the bearer token is not valid');
});
