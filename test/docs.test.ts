import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteSources } from '../packages/docs/src/pages.ts';
import { type Block, blocksOf, commandsOf } from './support/docs/blocks.ts';
import { deadLinks } from './support/docs/links.ts';
import { hasShape } from './support/docs/same-shape.ts';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';

const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
const pages = ['README.md', ...docs.map((file) => `docs/${file}`)];
const read = (page: string) => blocksOf(readFileSync(join(root, page), 'utf8'));
const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');
/** The address that the pages show. */
const ADDRESS = 'http://127.0.0.1:8025';
/** The pages call this user ana. */
const user = userInfo().username;

describe('the pages', () => {
  it.each([...new Set([...pages, ...siteSources(root)])])('%s has no dead link', (page) => {
    expect(deadLinks(root, page)).toEqual([]);
  });

  it('show commands that are run below, name the reason where they are not, and benchmarks', () => {
    const benchmark = /^(?:npm run bench|node training\/|LOCUTOR_\w+=)/;
    const others = pages.flatMap((page) =>
      read(page)
        .filter(({ language, notRun }) => language === 'sh' && !notRun)
        .flatMap(({ code }) => code.split('\n').filter((line) => !benchmark.test(line))),
    );
    expect(others).toEqual([]);
  });
});

describe('what the pages show', () => {
  let server: TestServer;
  const shared = cloneLike();
  const shims = join(newFolder(), 'bin');
  /** The page of the command lists users and tokens, and restores a database: it has one of its own, without a server. */
  const folderOf = new Map([['docs/command.md', cloneLike()]]);

  beforeAll(async () => {
    mkdirSync(shims);
    const locutor = `exec '${process.execPath}' '${program}' "$@"\n`;
    writeFileSync(join(shims, 'locutor'), `#!/bin/sh\n${locutor}`, { mode: 0o755 });
    writeFileSync(join(shims, 'npx'), `#!/bin/sh\nshift\n${locutor}`, { mode: 0o755 });
    // Pages show what is printed once the models are there.
    await promisify(execFile)(process.execPath, [program, 'models', 'fetch', 'whisper-small']);
    server = await startServer({ LOCUTOR_MODELS_FETCH: 'start' }, shared);
  });
  afterAll(() => server.stop());

  function run(folder: string, command: string, args: readonly string[]): Promise<string> {
    const env = {
      ...process.env,
      PATH: `${shims}:${process.env.PATH}`,
      TOKEN: server.token,
      LOCUTOR_WORKERS: '1',
      PYTHONPATH: join(root, 'examples', 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    return new Promise((resolve) => {
      const child = execFile(command, args, { cwd: folder, env }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
      child.stdin?.end();
    });
  }

  const here = (text: string) => text.replaceAll(ADDRESS, server.url);
  /** Where the pages check whether their port is free, a server may be using it here: port 1 is nobody's. */
  const shell = (folder: string, text: string) =>
    run(folder, 'bash', ['-c', here(text.replace(/^locutor doctor/, 'LOCUTOR_PORT=1 locutor doctor'))]);

  /** Runs a program in another language and gives what it prints. */
  function script(folder: string, { language, code }: Block): Promise<string> {
    const file = join(folder, language === 'ts' ? 'example.mjs' : 'example.py');
    writeFileSync(file, here(code));
    return run(folder, language === 'ts' ? process.execPath : 'python3', [file]);
  }

  /** Everything on a page that does not print what it shows. */
  async function differences(page: string): Promise<string[]> {
    const folder = folderOf.get(page) ?? shared;
    const found: string[] = [];
    const compare = (place: string, shown: string, printed: string) => {
      // Addresses and folders as the page has them.
      const back = printed
        .replaceAll(server.url, ADDRESS)
        .replaceAll('127.0.0.1:1 is', '127.0.0.1:8025 is')
        .replaceAll(folder, '~/locutor')
        .replaceAll(homedir(), '~')
        .replaceAll(`command:${user}`, 'command:ana')
        .replaceAll(`for ${user} alone`, 'for ana alone');
      if (!hasShape(shown.replaceAll('/home/ana', '~'), back))
        found.push(`${place}\nshows\n${shown}\nprints\n${back.trim()}\n`);
    };
    const blocks = read(page);
    for (const [index, block] of blocks.entries()) {
      const place = `${page}:${block.line}`;
      if (block.notRun !== undefined) continue;
      if (block.first) await shell(folder, block.first);
      if (block.language === 'console') {
        for (const { command, output } of commandsOf(block.code)) {
          compare(`${place} ${command}`, output, await shell(folder, command));
        }
      }
      const next = blocks[index + 1];
      if (['ts', 'python'].includes(block.language) && next?.language === 'text') {
        compare(place, next.code, await script(folder, block));
      }
    }
    return found;
  }

  it.each(pages)('%s', async (page) => {
    expect((await differences(page)).join('\n')).toBe('');
  });
});

/** A folder as a clone is to its reader, in which commands may write. */
function cloneLike(): string {
  const folder = newFolder();
  for (const name of ['bench', 'examples', 'packages', 'test', 'node_modules'])
    symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, 'grammars'), join(folder, 'grammars'), { recursive: true });
  return folder;
}
