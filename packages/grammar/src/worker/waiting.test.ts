import { afterEach, expect, it } from 'vitest';
import { GrammarPool } from './pool.ts';

const SIMPLE = { source: '#ABNF 1.0;\nlanguage en;\nroot $r;\npublic $r = hello;\n' };
const REFERS = { source: '#ABNF 1.0;\nlanguage en;\nroot $r;\npublic $r = $<file:///other.abnf>;\n' };

let pool: GrammarPool;
afterEach(() => pool.close());

/** A pool whose one thread is held by a compilation that waits for a document. */
async function busyPool(patience: number): Promise<{ free(): void }> {
  pool = new GrammarPool({ threads: 1, patience });
  await pool.compile('simple', SIMPLE);
  let free = () => {};
  const asked = new Promise<void>((resolve) => {
    const held = pool.compile('refers', REFERS, {
      resolve: () => {
        resolve();
        return new Promise((give) => {
          free = () => give(SIMPLE);
        });
      },
    });
    held.catch(() => {});
  });
  await asked;
  return { free: () => free() };
}

it('gives up waiting for a thread after a while, as a full queue', async () => {
  await busyPool(50);
  await expect(pool.match('simple', 'hello')).rejects.toMatchObject({ code: 'limit', limit: 'queue' });
});

it('drops a waiting match when its caller leaves, and serves the others', async () => {
  const thread = await busyPool(60_000);
  const caller = new AbortController();
  const left = pool.match('simple', 'hello', {}, { signal: caller.signal });
  const stays = pool.match('simple', 'hello');
  caller.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  thread.free();
  expect((await stays).matches[0]?.text).toBe('hello');
});
