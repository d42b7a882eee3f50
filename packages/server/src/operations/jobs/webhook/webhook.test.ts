import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { CallbackPolicy, readCallback } from './callback.ts';
import { retryMs } from './schedule.ts';
import { signedHeaders } from './sign.ts';

describe('a signature', () => {
  it('is what a library of the standard accepts, whatever is signed', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.string({ unit: 'binary' }),
        (key, text) => {
          const secret = `whsec_${Buffer.from(key).toString('base64')}`;
          const body = JSON.stringify({ text });
          const headers = signedHeaders(secret, { id: 'job_1', body, now: Date.now() });
          expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
          expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
        },
      ),
    );
  });
});

describe('the schedule', () => {
  it('takes longer and longer pauses, none by chance shorter than another, over hours', () => {
    let total = 0;
    let last = 0;
    for (let attempt = 1; ; attempt++) {
      const [least, most] = [retryMs(attempt, () => 0), retryMs(attempt, () => 1)];
      if (least === undefined) break;
      expect(least).toBeGreaterThan(last);
      expect(most).toBe(Math.round(least * 1.25));
      last = least;
      total += least;
    }
    expect(total).toBeGreaterThan(12 * 60 * 60_000);
    expect(total).toBeLessThan(20 * 60 * 60_000);
  });
});

describe('a callback', () => {
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const resolve = async (host: string) => (host === 'inside.example' ? ['10.1.2.3'] : ['93.184.216.34']);
  const policy = (webhookHosts: string[] = [], secret = webhookSecret) =>
    new CallbackPolicy({ webhookHosts, webhookSecret: secret }, resolve);

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://169.254.169.254/latest/meta-data',
    'https://inside.example/',
    'https://user:password@example.com/',
    'ftp://example.com/',
  ])('to %s is forbidden', async (url) => {
    await expect(policy().check(url)).rejects.toMatchObject({ code: 'ERR_CALLBACK_FORBIDDEN' });
  });

  it('to a public address is allowed, and to others where they are listed', async () => {
    await policy().check('https://example.com/hook?key=1');
    await policy(['10.0.0.0/8']).check('https://inside.example/');
  });

  it('is refused where nothing could sign it, and does not show its query', async () => {
    await expect(policy([], '').check('https://example.com/')).rejects.toMatchObject({
      code: 'ERR_NOT_SUPPORTED',
    });
    await expect(policy().check('https://inside.example/?key=secret')).rejects.not.toThrow('secret');
  });

  it('is read from the query, beside other parameters', () => {
    expect(readCallback({ lm: 'x' })).toBeUndefined();
    expect(readCallback({ lm: 'x', callback_url: 'https://a.example', callback_result: 'yes' })).toEqual({
      url: 'https://a.example',
      withResult: true,
    });
    for (const wrong of [
      { callback_url: ['https://a.example', 'https://b.example'] },
      { callback_url: 'x'.repeat(2049) },
      { callback_url: 'https://a.example', callback_result: 'perhaps' },
    ]) {
      expect(() => readCallback(wrong)).toThrow(/callback_/);
    }
  });
});
