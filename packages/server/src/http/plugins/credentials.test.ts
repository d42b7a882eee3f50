import { describe, expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';
import { hashPassword } from '../passwords.ts';

const ENCODERS = '/rest/v2/encoders';

describe('credentials', () => {
  const apps = new Map<string, ReturnType<typeof appForTest>>();
  /** Asks an app with this access to the encoders; there is one for each. */
  const ask = async (authorization: string | undefined, access: string) => {
    const app = apps.get(access) ?? appForTest({ LOCUTOR_AUTH_ENCODERS: access });
    apps.set(access, app);
    const answer = await (await app).inject({
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
    const answer = await ask(authorization, access);
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

  it('asks for a user name and password first, and takes an empty pair for none', async () => {
    const LOCUTOR_CREDENTIALS = await hashPassword('ana', 'secret');
    const ask = async (access: string, authorization?: string) => {
      const app = await appForTest({ LOCUTOR_CREDENTIALS, LOCUTOR_AUTH_ENCODERS: access });
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await app.inject({ url: ENCODERS, headers });
      return { status: answer.statusCode, challenge: answer.headers['www-authenticate'] };
    };
    const challenge = 'Basic realm="locutor", charset="UTF-8", Bearer';
    expect(await ask('required')).toEqual({ status: 401, challenge });
    expect(await ask('required', 'Basic Og==')).toEqual({ status: 401, challenge });
    expect(await ask('optional', 'Basic Og==')).toEqual({ status: 200 });
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
