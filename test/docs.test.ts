import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
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
/** Pages whose commands other tests run. */
const ELSEWHERE = new Map([['docs/command.md', 'test/command.test.ts']]);

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
  const folder = newFolder();
  const shims = join(folder, '.bin');

  beforeAll(async () => {
    // A folder as a clone is to its reader, in which commands may write.
    for (const name of ['bench', 'examples', 'packages', 'test'])
      symlinkSync(join(root, name), join(folder, name));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    cpSync(join(root, 'grammars'), join(folder, 'grammars'), { recursive: true });
    mkdirSync(shims);
    const locutor = `exec '${process.execPath}' '${program}' "$@"\n`;
    writeFileSync(join(shims, 'locutor'), `#!/bin/sh\n${locutor}`, { mode: 0o755 });
    writeFileSync(join(shims, 'npx'), `#!/bin/sh\nshift\n${locutor}`, { mode: 0o755 });
    server = await startServer({ LOCUTOR_MODELS_FETCH: 'start' }, folder);
  });
  afterAll(() => server.stop());

  function run(command: string, args: readonly string[]): Promise<string> {
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
  const shell = (text: string) => run('bash', ['-c', here(text)]);

  /** Runs a program in another language and gives what it prints. */
  function script({ language, code }: Block): Promise<string> {
    const file = join(folder, language === 'ts' ? 'example.mjs' : 'example.py');
    writeFileSync(file, here(code));
    return run(language === 'ts' ? process.execPath : 'python3', [file]);
  }

  /** Everything on a page that does not print what it shows. */
  async function differences(page: string): Promise<string[]> {
    const found: string[] = [];
    const compare = (place: string, shown: string, printed: string) => {
      // Addresses and folders as the page has them.
      const back = printed
        .replaceAll(server.url, ADDRESS)
        .replaceAll(folder, '~/locutor')
        .replaceAll(homedir(), '~');
      if (!hasShape(shown, back)) found.push(`${place}\nshows\n${shown}\nprints\n${back.trim()}\n`);
    };
    const blocks = read(page);
    for (const [index, block] of blocks.entries()) {
      const place = `${page}:${block.line}`;
      if (block.notRun !== undefined) continue;
      if (block.first) await shell(block.first);
      if (block.language === 'console') {
        for (const { command, output } of commandsOf(block.code)) {
          compare(`${place} ${command}`, output, await shell(command));
        }
      }
      const next = blocks[index + 1];
      if (['ts', 'python'].includes(block.language) && next?.language === 'text') {
        compare(place, next.code, await script(block));
      }
    }
    return found;
  }

  it.each(pages.filter((page) => !ELSEWHERE.has(page)))('%s', async (page) => {
    expect((await differences(page)).join('\n')).toBe('');
  });
});
