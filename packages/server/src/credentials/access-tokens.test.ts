import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../http/passwords.ts';
import type { Store } from '../store/index.ts';
import { sqliteDatabase } from '../store/testing/databases.ts';
import { caller } from '../store/testing/voices.ts';
import { AccessTokens } from './access-tokens.ts';

const stores: Store[] = [];
afterAll(() => Promise.all(stores.map((store) => store.close())));

let store: Store;
let again: () => Promise<Store>;
const STATIC = 'a-static-token-of-the-configuration';
const ana = await hashPassword('ana', 'secret');
const settings = { token: STATIC, credentials: [ana], accessTokenSeconds: 600 };
const tokens = (changes: Partial<typeof settings> = {}, of: Store = store) =>
  new AccessTokens({ ...settings, ...changes }, of);
const principal = (id: string) => ({ id, scopes: ['*'] });

beforeEach(async () => {
  const database = await sqliteDatabase();
  again = async () => {
    const opened = await database.open();
    stores.push(opened);
    return opened;
  };
  store = await again();
});

async function newToken(request: Partial<Parameters<Store['tokens']['issue']>[0]> = {}) {
  const text = await store.tokens.issue({ name: 'test', scopes: ['verify'], ...request }, caller);
  return /^loc_(\w{10})_/.exec(text)![1]!;
}

describe('an access token', () => {
  it('has the scopes and the rate of the token it was made with', async () => {
    const id = await newToken({ rate: '5/minute' });
    const { text, expiresInSeconds } = await tokens().issue(principal(`token:${id}`));
    expect(expiresInSeconds).toBe(600);
    expect(tokens().claims(text)).toBe(true);
    expect(await tokens().check(text)).toMatchObject({
      id: `token:${id}`,
      scopes: ['verify'],
      rate: '5/minute',
      derived: true,
    });
  });

  it('ends with the token it was made with', async () => {
    const id = await newToken({ expiresAt: new Date(Date.now() + 90_000) });
    const { text, expiresInSeconds } = await tokens().issue(principal(`token:${id}`));
    expect(expiresInSeconds).toBeLessThanOrEqual(90);
    await store.tokens.revoke(id, caller);
    expect(await tokens().check(text)).toEqual({
      refused: expect.stringMatching(/^of the token it was made with: it was revoked at 2/),
    });
  });

  it.each([
    ['user:ana', { credentials: [] }],
    ['user:ana', { credentials: [`${ana}x`] }],
    ['user:ana', { credentials: [ana.replace('ana', 'anastasia')] }],
    ['configuration', { token: '' }],
    ['configuration', { token: `${STATIC}x` }],
  ])('of %s ends when these credentials change', async (id, changes) => {
    const { text } = await tokens().issue(principal(id));
    expect(await tokens().check(text)).toMatchObject({ id, scopes: ['*'] });
    expect(await tokens(changes).check(text)).toEqual({
      refused: 'the credentials it was made with are no longer valid',
    });
  });

  it('is valid after a restart, on other servers and while keys are rotated', async () => {
    const { text } = await tokens().issue(principal('user:ana'));
    const other = await again();
    expect(await tokens({}, other).check(text)).toMatchObject({ id: 'user:ana' });
    await other.keys.rotate(caller);
    // Both keep the key that they know; both sign with the new one.
    expect(await tokens().check(text)).toMatchObject({ id: 'user:ana' });
    expect(await tokens({}, other).check(text)).toMatchObject({ id: 'user:ana' });
    const { text: newer } = await tokens().issue(principal('user:ana'));
    const restarted = await again();
    expect(await tokens({}, restarted).check(newer)).toMatchObject({ id: 'user:ana' });
    expect(await tokens({}, restarted).check(text)).toEqual({
      refused: 'the key that signed it is no longer in use',
    });
  });

  it('ends by the clock, with half a minute for clocks that differ', async () => {
    const { text } = await tokens().issue(principal('user:ana'));
    vi.useFakeTimers({ now: Date.now() + 620_000, toFake: ['Date'] });
    expect(await tokens().check(text)).toMatchObject({ id: 'user:ana' });
    vi.setSystemTime(Date.now() + 20_000);
    const answer = await tokens().check(text);
    vi.useRealTimers();
    expect(answer).toEqual({ refused: expect.stringMatching(/^it expired at 2/) });
  });

  it('cannot be made by anyone else, nor changed', async () => {
    const { id: kid, secret } = await store.signingKeys.current();
    const forge = (key: Uint8Array, header: object, claims: object = {}) =>
      new SignJWT({ iss: 'locutor', aud: 'locutor', sub: 'user:ana', ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'locutor+jwt', kid, ...header })
        .setExpirationTime('1h')
        .sign(key);
    const refused = { refused: expect.any(String) };
    expect(await tokens().check(await forge(randomBytes(32), {}))).toEqual(refused);
    expect(await tokens().check(await forge(secret, {}))).toEqual(refused);
    expect(await tokens().check(await forge(secret, { alg: 'HS512' }))).toEqual(refused);
    expect(await tokens().check(await forge(secret, {}, { aud: 'other' }))).toEqual(refused);
    expect(await tokens().check(await forge(secret, {}, { sub: 'token:0000000000' }))).toEqual({
      refused: 'the token it was made with does not exist',
    });
    expect(await tokens().check(await forge(secret, { kid: 'x' }))).toEqual(refused);
    const { text } = await tokens().issue(principal('user:ana'));
    const [head, body, signature] = text.split('.');
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: body!.length - 1 }),
        fc.constantFrom(...'AZaz09-_'),
        async (at, letter) => {
          const changed = body!.slice(0, at) + letter + body!.slice(at + 1);
          fc.pre(Buffer.compare(Buffer.from(changed, 'base64url'), Buffer.from(body!, 'base64url')) !== 0);
          expect(await tokens().check(`${head}.${changed}.${signature}`)).toEqual(refused);
        },
      ),
      { numRuns: 50 },
    );
    expect(
      await tokens().check(
        `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'locutor+jwt', kid })).toString('base64url')}.${body}.`,
      ),
    ).toEqual(refused);
  });

  it('is never mistaken for another', () => {
    for (const text of ['', 'a.b.c', 'loc_x', '..', 'e30.e30.e30']) expect(tokens().claims(text)).toBe(false);
  });
});
