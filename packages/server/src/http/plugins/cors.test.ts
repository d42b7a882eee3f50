import { expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';

const ENCODERS = '/rest/v2/encoders';

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
  expect((await open.inject(other)).headers['access-control-allow-origin']).not.toBe('https://evil.example');
  expect((await open.inject('/nowhere')).statusCode).toBe(404);
});
