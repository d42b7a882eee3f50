import { generateKeyPairSync } from 'node:crypto';
import { errors, exportJWK, type JWK } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { IssuerKeys } from './issuer-keys.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const jwk = async (kid: string): Promise<JWK> => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...(await exportJWK(publicKey)), kid, alg: 'ES256' };
};
const [first, second] = await Promise.all([jwk('first'), jwk('second')]);

/** An issuer that publishes what the test says, or fails, and the keys as the server holds them. */
class Issuer {
  published: unknown = { keys: [first] };
  fails = false;
  reads = 0;
  clock = 0;
  readonly lines: string[] = [];
  readonly keys = new IssuerKeys(
    {
      url: new URL('https://issuer.example/keys'),
      read: async () => {
        this.reads++;
        await new Promise((resolve) => setImmediate(resolve));
        if (this.fails) throw new Error('no answer');
        return this.published;
      },
    },
    {
      info: (_details: object, message?: string) => this.lines.push(message ?? ''),
      warn: (details: object) => this.lines.push(JSON.stringify(details)),
    } as never,
    () => this.clock,
  );

  async find(kid: string): Promise<string> {
    return Promise.resolve(this.keys.find({ alg: 'ES256', kid }, {} as never)).then(
      () => 'found',
      (error: { code: string; retryAfterSeconds?: number }) =>
        error.retryAfterSeconds ? `${error.code} after ${error.retryAfterSeconds}` : error.code,
    );
  }
}

const UNKNOWN = errors.JWKSNoMatchingKey.code;

describe('the keys of an issuer', () => {
  let issuer: Issuer;
  beforeEach(() => {
    issuer = new Issuer();
  });

  it('are read once for all who ask at the same time, and kept', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => issuer.find('first')));
    expect(new Set(found)).toEqual(new Set(['found']));
    issuer.clock += 600 * SECOND - 1;
    expect(await issuer.find('first')).toBe('found');
    expect(issuer.reads).toBe(1);
  });

  it('are read again after ten minutes: one that was revoked is not trusted any more', async () => {
    await issuer.find('first');
    issuer.published = { keys: [second] };
    issuer.clock += 600 * SECOND;
    expect(await issuer.find('first')).toBe(UNKNOWN);
    expect(await issuer.find('second')).toBe('found');
  });

  it('are read again for an unknown key, at most once in half a minute', async () => {
    await issuer.find('first');
    issuer.published = { keys: [first, second] };
    expect(await Promise.all(Array.from({ length: 20 }, () => issuer.find('second')))).toEqual(
      Array.from({ length: 20 }, () => 'found'),
    );
    expect(issuer.reads).toBe(2);
    for (let time = 0; time < 100; time++) expect(await issuer.find(`made up ${time}`)).toBe(UNKNOWN);
    expect(issuer.reads).toBe(2);
    issuer.clock += 30 * SECOND;
    expect(await issuer.find('made up')).toBe(UNKNOWN);
    expect(issuer.reads).toBe(3);
  });

  it('that cannot be read are the fault of nobody who calls, and are asked for every five seconds', async () => {
    issuer.fails = true;
    expect(await issuer.find('first')).toBe('ERR_ISSUER_UNAVAILABLE after 5');
    issuer.clock += 3.5 * SECOND;
    expect(await issuer.find('first')).toBe('ERR_ISSUER_UNAVAILABLE after 2');
    expect(issuer.reads).toBe(1);
    expect(issuer.lines).toEqual(['{"reason":"no answer"}']);
    issuer.fails = false;
    issuer.clock += 1.5 * SECOND;
    expect(await issuer.find('first')).toBe('found');
  });

  it('are used for a day while the issuer is down, and nobody waits for it twice', async () => {
    await issuer.find('first');
    issuer.fails = true;
    for (const hours of [1, 22]) {
      issuer.clock += hours * HOUR;
      expect(await issuer.find('first')).toBe('found');
    }
    expect(await issuer.find('unknown')).toBe('ERR_ISSUER_UNAVAILABLE after 5');
    issuer.clock += HOUR;
    expect(await issuer.find('first')).toBe('ERR_ISSUER_UNAVAILABLE after 5');
    issuer.fails = false;
    issuer.clock += 5 * SECOND;
    expect(await issuer.find('first')).toBe('found');
  });

  it.each([
    ['nothing', undefined],
    ['no set', []],
    ['an empty set', { keys: [] }],
    ['a password', { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'first' }] }],
    ['a private key', { keys: [{ ...first, d: 'AAAA' }] }],
    ['half a key', { keys: [{ ...first, x: 'AAAA' }, null, 'x'] }],
    [
      'a short RSA key',
      { keys: [generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })] },
    ],
  ])('cannot be read from %s', async (_what, published) => {
    issuer.published = published;
    expect(await issuer.keys.load()).toBe('the key set of the token issuer holds no public key');
    expect(await issuer.find('first')).toMatch(/^ERR_ISSUER_UNAVAILABLE/);
  });

  it('are found among others', async () => {
    issuer.published = { keys: [{ kty: 'oct', k: 'c2VjcmV0' }, first, { kty: 'new' }] };
    expect(await issuer.find('first')).toBe('found');
  });
});
