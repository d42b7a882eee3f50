import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(folder, '.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function heldBy(pid: number, host = hostname()): void {
  writeFileSync(file, JSON.stringify({ pid, host, token: 'other' }));
}

test('only one body runs at a time, and the lock goes away with the last', async () => {
  let inside = 0;
  let most = 0;
  const body = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 10));
    inside--;
  };
  await Promise.all(Array.from({ length: 5 }, () => withLock(file, { pollMs: 1 }, body)));
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock of a dead process is taken over', async () => {
  heldBy(4_194_305);
  expect(await withLock(file, {}, async () => existsSync(file))).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock without a heartbeat is taken over, even if unreadable or from another machine', async () => {
  for (const content of ['', JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' })]) {
    writeFileSync(file, content);
    utimesSync(file, 1, 1);
    expect(await withLock(file, {}, async () => 'mine')).toBe('mine');
  }
});

test('a living holder is waited for, reported once, and the wait can be given up', async () => {
  heldBy(process.pid);
  const reported: number[] = [];
  const stop = new AbortController();
  const waiting = withLock(
    file,
    { signal: stop.signal, onWait: ({ pid }) => reported.push(pid), pollMs: 1 },
    async () => {},
  );
  setTimeout(() => stop.abort(), 50);
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(reported).toEqual([process.pid]);
  expect(existsSync(file)).toBe(true);
});

test('a body that fails gives the lock back', async () => {
  const failing = withLock(file, {}, async () => {
    throw new Error('no luck');
  });
  await expect(failing).rejects.toThrow('no luck');
  expect(existsSync(file)).toBe(false);
});

test('a holder that removes the folder leaves the lock to the one that waits', async () => {
  const order: string[] = [];
  let waits = () => {};
  const waiting = new Promise<void>((resolve) => {
    waits = resolve;
  });
  const removing = withLock(file, {}, async () => {
    await waiting;
    rmSync(folder, { recursive: true });
    order.push('removed');
  });
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 1));
  await withLock(file, { onWait: waits, pollMs: 1 }, async () => {
    order.push(existsSync(file) ? 'locked' : 'not locked');
  });
  await removing;
  expect(order).toEqual(['removed', 'locked']);
});
