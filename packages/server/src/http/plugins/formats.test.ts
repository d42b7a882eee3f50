import { describe, expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';

const ENCODERS = '/rest/v2/encoders';

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
