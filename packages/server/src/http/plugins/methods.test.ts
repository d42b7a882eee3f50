import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';

const ENCODERS = '/rest/v2/encoders';
const plain = appForTest();

describe('a method that a path does not have', () => {
  const small = appForTest({ LOCUTOR_MAX_BODY_BYTES: '1024' });

  it.each(METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method)))(
    'is 405 with Allow for %s',
    async (method) => {
      const answer = await (await plain).inject({
        method: method as 'POST',
        url: ENCODERS,
        payload: '{',
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(answer.json()).toEqual({
        code: 'ERR_METHOD_NOT_ALLOWED',
        message: `Method ${method} is not allowed here; use GET or HEAD`,
      });
    },
  );

  it('tells the methods to OPTIONS', async () => {
    const answer = await (await plain).inject({ method: 'OPTIONS', url: ENCODERS });
    expect([answer.statusCode, answer.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  it.each([
    ['POST', '/nowhere', 404],
    ['DELETE', '/nowhere', 404],
    ['OPTIONS', ENCODERS, 204],
  ] as const)('%s %s is answered with %i without a look at the body', async (method, url, status) => {
    const app = await small;
    for (const type of ['application/json', 'text/plain', 'image/png', 'no type at all']) {
      const payload = `{${'x'.repeat(2000)}`;
      const answer = await app.inject({ method, url, payload, headers: { 'content-type': type } });
      expect([type, answer.statusCode]).toEqual([type, status]);
    }
  });
});
