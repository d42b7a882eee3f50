import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'folders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('makes those above too, with the mode, and leaves what is there', async () => {
  const deep = join(folder, 'one', 'two');
  await makeFolder(deep, 0o700);
  await makeFolder(deep);
  for (const made of [deep, join(folder, 'one')]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

test('many who make the same one at once all succeed', async () => {
  for (let round = 0; round < 20; round++) {
    const deep = join(folder, `round-${round}`, 'a', 'b', 'c', 'd');
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(deep)));
    expect(existsSync(deep)).toBe(true);
  }
});

test('a file in the way is refused', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')]) {
    await expect(makeFolder(path)).rejects.toMatchObject({ code: expect.stringMatching(/EEXIST|ENOTDIR/) });
  }
});

test('where nothing can be made it says so instead of trying for ever', async (context) => {
  if (!existsSync('/proc/self')) context.skip('this system has no /proc');
  for (const path of ['/proc/locutor', '/proc/locutor/deep', '/proc/self/fd/deep']) {
    await expect(makeFolder(path)).rejects.toMatchObject({ code: 'ENOENT' });
  }
});
