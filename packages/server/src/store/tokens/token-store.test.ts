import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Store } from '../open-store.ts';
import { onEachDatabase, type TestDatabase } from '../testing/databases.ts';
import { inProcesses, issuedUntilKilled } from '../testing/processes.ts';
import { caller } from '../testing/voices.ts';
import { allows, SCOPES, type Scope } from './scopes.ts';
import { CACHE_MS } from './token-cache.ts';
import { newToken, readToken, writeToken } from './token-text.ts';

const HOUR = 60 * 60 * 1_000;

await onEachDatabase((fresh) => {
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await fresh();
    store = await database.open();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await store.close();
  });

  it('knows the token it issued, with its name and scopes', async () => {
    const names = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
      .filter((name) => !/\p{Cc}/u.test(name));
    const scopes = fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(names, scopes, async (name, granted) => {
        const text = await store.tokens.issue({ name, scopes: granted }, caller);
        expect(await store.tokens.check(text)).toEqual({
          id: readToken(text)?.id,
          name,
          scopes: SCOPES.filter((scope) => granted.includes(scope)),
        });
      }),
      { numRuns: 50 },
    );
  });

  it('does not know a token with a wrong secret, id or check, though well formed', async () => {
    const text = await store.tokens.issue({ name: 'real', scopes: ['*'] }, caller);
    const real = readToken(text)!;
    const place = fc.nat(real.secret.length - 1);
    await fc.assert(
      fc.asyncProperty(place, fc.stringMatching(/^[0-9A-Za-z]$/), async (at, other) => {
        fc.pre(real.secret[at] !== other);
        const secret = real.secret.slice(0, at) + other + real.secret.slice(at + 1);
        expect(await store.tokens.check(writeToken({ id: real.id, secret }))).toBeUndefined();
      }),
    );
    expect(await store.tokens.check(writeToken({ ...newToken(), secret: real.secret }))).toBeUndefined();
    expect(await store.tokens.check(writeToken(newToken()))).toBeUndefined();
    for (const other of ['', 'loc_', text.slice(1), `${text}0`]) {
      expect(await store.tokens.check(other)).toBeUndefined();
    }
    expect(await store.tokens.check(text)).toBeDefined();
  });

  it('stores no secret', async () => {
    const text = await store.tokens.issue({ name: 'shown once', scopes: ['verify'] }, caller);
    const [info] = await store.tokens.list();
    expect(info).toEqual({
      id: readToken(text)?.id,
      name: 'shown once',
      scopes: ['verify'],
      createdAt: expect.any(Date),
    });
    expect(JSON.stringify(info)).not.toContain(readToken(text)?.secret);
  });

  it('forgets a token the moment it expires, read a moment before or not', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const expiresAt = new Date(Date.now() + HOUR);
    const text = await store.tokens.issue({ name: 'short', scopes: ['verify'], expiresAt }, caller);
    vi.setSystemTime(expiresAt.getTime() - 1);
    expect(await store.tokens.check(text)).toBeDefined();
    vi.setSystemTime(expiresAt);
    expect(await store.tokens.check(text)).toEqual({ ended: 'expired', at: expiresAt });
    expect(await store.tokens.list()).toMatchObject([{ expiresAt }]);
  });

  it('forgets a token it revoked at once, and keeps the time of the first revocation', async () => {
    const text = await store.tokens.issue({ name: 'ended', scopes: ['*'] }, caller);
    const { id } = readToken(text)!;
    expect(await store.tokens.check(text)).toMatchObject({ id });
    expect(await store.tokens.revoke(id, caller)).toBe(true);
    const [revoked] = await store.tokens.list();
    expect(revoked?.revokedAt).toBeInstanceOf(Date);
    expect(await store.tokens.check(text)).toEqual({ ended: 'revoked', at: revoked?.revokedAt });
    expect(await store.tokens.revoke(id, caller)).toBe(true);
    expect((await store.tokens.list())[0]?.revokedAt).toEqual(revoked?.revokedAt);
    expect(await store.tokens.revoke('nobody', caller)).toBe(false);
    expect(await store.tokens.revoke("' or 1=1 --", caller)).toBe(false);
  });

  it('forgets a token that another store revoked, once the cached row is too old', async () => {
    const text = await store.tokens.issue({ name: 'shared', scopes: ['*'] }, caller);
    const { id } = readToken(text)!;
    expect(await store.tokens.check(text)).toMatchObject({ id });
    const other = await database.open();
    await other.tokens.revoke(id, caller);
    await other.close();
    // The cache measures with the monotonic clock.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + CACHE_MS);
    onTestFinished(() => clock.mockRestore());
    expect(await store.tokens.check(text)).toMatchObject({ ended: 'revoked' });
  });

  it('tells how a token ended to nobody who does not know its secret', async () => {
    const text = await store.tokens.issue({ name: 'ended', scopes: ['*'] }, caller);
    const { id } = readToken(text)!;
    await store.tokens.revoke(id, caller);
    expect(await store.tokens.check(writeToken({ ...newToken(), id }))).toBeUndefined();
  });

  it.each([undefined, 'none', '60/minute', '10/second burst 20'])('keeps the rate %j', async (rate) => {
    const text = await store.tokens.issue({ name: 'a', scopes: ['*'], ...(rate && { rate }) }, caller);
    expect(await store.tokens.check(text)).toMatchObject({ name: 'a', ...(rate && { rate }) });
    const [info] = await store.tokens.list();
    expect(info?.rate).toBe(rate);
  });

  it('notes the last use, about once an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const text = await store.tokens.issue({ name: 'used', scopes: ['*'] }, caller);
    const lastUse = async () => (await store.tokens.list())[0]?.lastUsedAt?.getTime();
    const first = Date.now();
    await store.tokens.check(text);
    await vi.waitUntil(async () => (await lastUse()) === first, { timeout: 60_000 });
    vi.setSystemTime(first + HOUR - 1);
    await store.tokens.check(text);
    vi.setSystemTime(first + HOUR);
    await store.tokens.check(text);
    await vi.waitUntil(async () => (await lastUse()) === first + HOUR, { timeout: 60_000 });
  });

  it.each([
    ['no name', { name: '', scopes: ['*'] }, '1 to 64 characters'],
    ['a long name', { name: 'x'.repeat(65), scopes: ['*'] }, '1 to 64 characters'],
    ['a line break in the name', { name: 'a\nb', scopes: ['*'] }, '1 to 64 characters'],
    ['a NUL in the name', { name: 'a\0b', scopes: ['*'] }, '1 to 64 characters'],
    ['no scope', { name: 'a', scopes: [] }, 'at least one scope'],
    ['an unknown scope', { name: 'a', scopes: ['fly' as Scope] }, '"fly" is not a scope'],
    ['a past expiry', { name: 'a', scopes: ['*'], expiresAt: new Date(0) }, 'in the future'],
    ['a rate that is none', { name: 'a', scopes: ['*'], rate: '60/day' }, 'not "60/day"'],
    ['an empty rate', { name: 'a', scopes: ['*'], rate: '' }, 'not ""'],
    ['an invalid expiry', { name: 'a', scopes: ['*'], expiresAt: new Date(Number.NaN) }, 'in the future'],
  ] as const)('refuses %s', async (_what, request, message) => {
    await expect(store.tokens.issue(request, caller)).rejects.toMatchObject({
      code: 'ERR_STORE_VALUE',
      message: expect.stringContaining(message),
    });
    expect(await store.tokens.list()).toEqual([]);
  });

  it('makes the first token once, whatever became of it', async () => {
    const text = await store.tokens.ensureFirst();
    expect(await store.tokens.check(text ?? '')).toMatchObject({ name: 'first', scopes: ['*'] });
    expect(await store.tokens.ensureFirst()).toBeUndefined();
    await store.tokens.revoke(readToken(text ?? '')?.id ?? '', caller);
    expect(await store.tokens.ensureFirst()).toBeUndefined();
  });

  it('keeps no token that could not be shown', async () => {
    const unseen = async () => Promise.reject(new Error('write EPIPE'));
    const error = {
      code: 'ERR_STORE_NOT_SHOWN',
      message: 'The token cannot be shown, so it was not kept: write EPIPE.',
    };
    await expect(store.tokens.ensureFirst(unseen)).rejects.toMatchObject(error);
    await expect(store.tokens.issue({ name: 'a', scopes: ['*'] }, caller, unseen)).rejects.toMatchObject(
      error,
    );
    expect([await store.tokens.list(), await store.tokens.any()]).toEqual([[], false]);

    const seen: string[] = [];
    const text = await store.tokens.ensureFirst(async (each) => void seen.push(each));
    expect([seen, await store.tokens.any()]).toEqual([[text], true]);
    expect(await store.tokens.check(text ?? '')).toBeDefined();
  });

  it('makes one first token for many calls of one process', async () => {
    const atOnce = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, call));
    // Connections are slower to make than the token is; made before, the calls really meet.
    await atOnce(() => store.tokens.list());
    const texts = await atOnce(() => store.tokens.ensureFirst());
    expect(texts.filter((text) => text !== undefined)).toHaveLength(1);
    expect(await store.tokens.list()).toHaveLength(1);
  });

  it('makes one first token for four processes on an empty database', async () => {
    const empty = await fresh();
    const texts = (await inProcesses(4, 'ensure-first', empty)).filter((text) => text !== null);
    expect(texts).toHaveLength(1);
    const opened = await empty.open();
    expect(await opened.tokens.list()).toHaveLength(1);
    expect(await opened.tokens.check(texts[0] ?? '')).toBeDefined();
    await opened.close();
  });

  it('loses no acknowledged token when its processes are killed while they write', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 2; round++) {
      const delay = 1 + Math.random() * 150;
      const issued = await Promise.all([
        issuedUntilKilled(delay, database),
        issuedUntilKilled(delay / 2, database),
      ]);
      acknowledged.push(...issued.flat());
    }
    expect(acknowledged.length).toBeGreaterThan(3);
    for (const text of acknowledged) expect(await store.tokens.check(text)).toBeDefined();
    await store.tokens.issue({ name: 'afterwards', scopes: ['*'] }, caller);
  });
});

describe('allows', () => {
  it('grants what is named, and everything with *', () => {
    expect(allows(['verify', 'enroll'], 'enroll')).toBe(true);
    expect(allows(['verify'], 'enroll')).toBe(false);
    expect(allows(['admin'], 'verify')).toBe(false);
    expect(allows(['*'], 'admin')).toBe(true);
    expect(allows([], 'encoders')).toBe(false);
  });
});
