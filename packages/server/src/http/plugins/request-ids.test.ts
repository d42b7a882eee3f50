import { describe, expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';

const ENCODERS = '/rest/v2/encoders';

describe('every answer', () => {
  const plain = appForTest();

  it.each(['/nowhere', ENCODERS, '/health/live', '/metrics', '/openapi.json'])(
    '%s carries a request id and security headers',
    async (url) => {
      const { headers } = await (await plain).inject(url);
      expect(headers['x-request-id']).toMatch(/^[\w-]+$/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('keeps a harmless request id of the client and replaces any other', async () => {
    const app = await plain;
    const ask = async (id: string) =>
      (await app.inject({ url: ENCODERS, headers: { 'x-request-id': id } })).headers['x-request-id'];
    expect(await ask('abc-123.x_y')).toBe('abc-123.x_y');
    expect(await ask('a'.repeat(65))).not.toBe('a'.repeat(65));
    expect(await ask('bad id')).not.toBe('bad id');
  });
});
