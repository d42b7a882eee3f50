import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { newFolder, root } from './support/server.ts';

const lockModule = pathToFileURL(join(root, 'scripts', 'prepare-lock.mjs')).href;
const newLock = () => join(newFolder(), '.cache', 'prepare.lock');
const logOf = (lock: string) => readFileSync(`${lock}.log`, 'utf8').trim().split('\n');

/** A process that does some work under the lock, and logs when it waits, begins and ends. */
async function prepare(lock: string, work: string): Promise<number> {
  const program = `
    import { appendFileSync, existsSync, readFileSync } from 'node:fs';
    import { withPrepareLock } from ${JSON.stringify(lockModule)};
    const file = ${JSON.stringify(`${lock}.log`)};
    const log = (line) => appendFileSync(file, line + '\\n');
    await withPrepareLock(${JSON.stringify(lock)}, () => log('waits'), () => { log('begins'); ${work} log('ends'); });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code;
}

function heldBy(lock: string, holder: string): void {
  mkdirSync(dirname(lock));
  writeFileSync(lock, holder);
}

it('two processes prepare one after the other', async () => {
  const lock = newLock();
  const untilOtherWaits = `while (!readFileSync(file, 'utf8').includes('waits'));`;
  expect(await Promise.all([prepare(lock, untilOtherWaits), prepare(lock, untilOtherWaits)])).toEqual([0, 0]);
  const log = logOf(lock);
  expect(log.filter((line) => line !== 'waits')).toEqual(['begins', 'ends', 'begins', 'ends']);
  // It has waited for the first end; whether it says so before or after the other says that it begins is chance.
  expect(log.indexOf('waits')).toBeLessThan(log.indexOf('ends'));
  expect(existsSync(lock)).toBe(false);
});

it('a step that fails ends the process and frees the lock', async () => {
  const lock = newLock();
  expect(await prepare(lock, 'process.exit(3);')).toBe(3);
  expect(await prepare(lock, '')).toBe(0);
  expect(logOf(lock)).toEqual(['begins', 'begins', 'ends']);
});

it.each([
  ['a dead process', `4194305 ${hostname()}`, 0],
  ['a process that died before it wrote its id', '', 60],
  ['a process that cannot be still at it', `${process.pid} elsewhere`, 7200],
])('the lock of %s is replaced', async (_what, holder, ageSeconds) => {
  const lock = newLock();
  heldBy(lock, holder);
  const time = Date.now() / 1000 - ageSeconds;
  utimesSync(lock, time, time);
  expect(await prepare(lock, '')).toBe(0);
  expect(logOf(lock)).toEqual(['begins', 'ends']);
});
