import { cpSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { newFolder, root } from './support/server.ts';

/** A folder like that of the server, with a bundle of one source. */
let folder: string;
beforeEach(() => {
  folder = newFolder();
  mkdirSync(join(folder, 'dist', 'bundle'), { recursive: true });
  cpSync(join(root, 'packages', 'server', 'bin'), join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'source'), '');
});

const bundled = () => {
  const { mtimeMs } = statSync(join(folder, 'source'));
  writeFileSync(join(folder, 'dist', 'bundle', 'sources.json'), JSON.stringify([['../../source', mtimeMs]]));
};

async function entry(): Promise<string> {
  const module = (await import(pathToFileURL(join(folder, 'bin', 'entry.mjs')).href)) as { entry: URL };
  return module.entry.href.slice(pathToFileURL(folder).href.length);
}

describe('the command starts', () => {
  it('from its bundle', async () => {
    bundled();
    expect(await entry()).toBe('/dist/bundle/locutor.js');
  });

  it('from its bundle where there are no sources, as in a package', async () => {
    writeFileSync(join(folder, 'dist', 'bundle', 'sources.json'), JSON.stringify([['../../nowhere', 1]]));
    expect(await entry()).toBe('/dist/bundle/locutor.js');
  });

  it('from its modules where they were built after the bundle', async () => {
    bundled();
    utimesSync(join(folder, 'source'), new Date(), new Date(Date.now() + 1000));
    expect(await entry()).toBe('/dist/cli/main.js');
  });

  it('from its modules where there is no bundle', async () => {
    expect(await entry()).toBe('/dist/cli/main.js');
  });
});
