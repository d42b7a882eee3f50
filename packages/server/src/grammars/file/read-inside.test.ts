import { mkdir, mkdtemp, realpath, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readInside } from './read-inside.ts';

/** What happens on the disk between the check of the path and the opening of the file, and after that. */
const meanwhile = vi.hoisted(() => ({ beforeOpen: async () => {}, afterOpen: async () => {} }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...original,
    open: async (...call: Parameters<typeof original.open>) => {
      await meanwhile.beforeOpen();
      const file = await original.open(...call);
      await meanwhile.afterOpen();
      return file;
    },
  };
});

let base: string;
let folder: string;

beforeEach(async () => {
  meanwhile.beforeOpen = async () => {};
  meanwhile.afterOpen = async () => {};
  base = await realpath(await mkdtemp(join(tmpdir(), 'locutor-lm-')));
  folder = join(base, 'grammars');
  await mkdir(join(folder, 'sub'), { recursive: true });
  await mkdir(join(base, 'outside'));
  await writeFile(join(folder, 'sub/a.abnf'), 'harmless');
  await writeFile(join(base, 'outside/a.abnf'), 'SECRET');
});

afterEach(() => rm(base, { recursive: true }));

async function toOutside(): Promise<void> {
  await rename(join(folder, 'sub'), join(folder, 'moved'));
  await symlink('../outside', join(folder, 'sub'));
}

async function back(): Promise<void> {
  await rm(join(folder, 'sub'));
  await rename(join(folder, 'moved'), join(folder, 'sub'));
}

async function read(): Promise<string> {
  const { bytes } = await readInside(folder, ['sub', 'a.abnf'], 100);
  return Buffer.from(bytes).toString();
}

it('reads a file', async () => {
  expect(await read()).toBe('harmless');
});

it('notices a folder that became a link before the file was opened', async () => {
  meanwhile.beforeOpen = toOutside;
  await expect(read()).rejects.toMatchObject({ code: 'ERR_LM_FORBIDDEN' });
});

it('notices it when the link is gone again, too', async () => {
  meanwhile.beforeOpen = toOutside;
  meanwhile.afterOpen = back;
  await expect(read()).rejects.toMatchObject({ code: 'ERR_LM_FORBIDDEN' });
});

it('does not follow a file that became a link', async () => {
  meanwhile.beforeOpen = async () => {
    await rm(join(folder, 'sub/a.abnf'));
    await symlink('../../outside/a.abnf', join(folder, 'sub/a.abnf'));
  };
  await expect(read()).rejects.toMatchObject({ code: 'ELOOP' });
});

it('does not read a file that became a folder', async () => {
  meanwhile.beforeOpen = async () => {
    await rm(join(folder, 'sub/a.abnf'));
    await mkdir(join(folder, 'sub/a.abnf'));
  };
  await expect(read()).rejects.toMatchObject({ code: 'ERR_LM_NOT_FOUND' });
});

it('takes a file that shrank as it is, and limits one that grew', async () => {
  meanwhile.afterOpen = () => truncate(join(folder, 'sub/a.abnf'), 4);
  expect(await read()).toBe('harm');
  meanwhile.afterOpen = () => truncate(join(folder, 'sub/a.abnf'), 101);
  await expect(read()).rejects.toMatchObject({ code: 'ERR_LM_INVALID' });
});
