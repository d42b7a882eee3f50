import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { DocumentLoader } from '../document-loader.ts';

let base: string;
let folder: string;
let loader: DocumentLoader;

/** A time stamp long enough ago for the file to be kept. */
const LONG_AGO = new Date('2020-01-01');

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'locutor-lm-')));
  folder = join(base, 'grammars');
  await mkdir(join(folder, 'sub/deep'), { recursive: true });
  await mkdir(join(base, 'outside'));
  await mkdir(join(base, 'grammars-of-others'));
  const files = {
    'grammars/pizza.abnf': 'pizza',
    'grammars/sub/drinks.abnf': 'drinks',
    'grammars/sub/a b+ç#.abnf': 'odd name',
    'grammars/%2e%2e': 'a name that looks encoded',
    'outside/secret.abnf': 'SECRET',
    'secret.abnf': 'SECRET',
    'grammars-of-others/secret.abnf': 'SECRET',
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(base, path), text);
  const links = {
    'inside.abnf': 'sub/drinks.abnf',
    'sub/up.abnf': '../pizza.abnf',
    'linked-sub': 'sub',
    'out.abnf': '../outside/secret.abnf',
    'out-absolute.abnf': join(base, 'secret.abnf'),
    'out-folder': '../outside',
    'out-and-back': `../outside/../${'grammars'}/sub`,
    'out-twice.abnf': 'out.abnf',
    'out-root': '/',
    'out-others': '../grammars-of-others',
    dangling: 'nowhere',
    loop: 'loop',
    device: '/dev/zero',
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, name));
  loader = new DocumentLoader({ folders: [folder] });
});

afterAll(() => rm(base, { recursive: true }));

async function text(uri: string, from = loader): Promise<string> {
  return Buffer.from((await from.load(uri)).bytes).toString();
}

async function codeOf(uri: string, from = loader): Promise<string> {
  const error = await from.load(uri).then(
    () => new Error('it was loaded'),
    (error: Error) => error,
  );
  if (!(error instanceof ServiceError)) throw error;
  // What the client wrote may stand there, what the server knows may not.
  expect(error.message.replace(JSON.stringify(uri), '')).not.toContain(base);
  return error.code;
}

describe('a file: document', () => {
  it.each([
    ['file:pizza.abnf', 'pizza', 'file:///pizza.abnf'],
    ['file:/pizza.abnf', 'pizza', 'file:///pizza.abnf'],
    ['file:///pizza.abnf', 'pizza', 'file:///pizza.abnf'],
    ['FILE://localhost/pizza.abnf', 'pizza', 'file:///pizza.abnf'],
    ['file:./sub//drinks.abnf', 'drinks', 'file:///sub/drinks.abnf'],
    ['file:sub/deep/../drinks.abnf#rule', 'drinks', 'file:///sub/drinks.abnf'],
    ['file:sub%2Fdrinks.abnf?x', 'drinks', 'file:///sub/drinks.abnf'],
    ['file:sub/a%20b+%C3%A7%23.abnf', 'odd name', 'file:///sub/a%20b%2B%C3%A7%23.abnf'],
    ['file:%252e%252e', 'a name that looks encoded', 'file:///%252e%252e'],
    ['file:inside.abnf', 'drinks', 'file:///inside.abnf'],
    ['file:sub/up.abnf', 'pizza', 'file:///sub/up.abnf'],
    ['file:linked-sub/drinks.abnf', 'drinks', 'file:///linked-sub/drinks.abnf'],
    ['file:out-and-back/drinks.abnf', 'drinks', 'file:///out-and-back/drinks.abnf'],
  ])('is found as %s', async (uri, content, canonical) => {
    const document = await loader.load(uri);
    expect(Buffer.from(document.bytes).toString()).toBe(content);
    expect(document.uri).toBe(canonical);
    expect((await loader.load(document.uri)).fingerprint).toBe(document.fingerprint);
  });

  it('is found by its full path', async () => {
    expect(await text(`file://${folder}/sub/drinks.abnf`)).toBe('drinks');
    expect(await text(`file:${folder}/pizza.abnf`)).toBe('pizza');
    expect((await loader.load(`file://${folder}/pizza.abnf`)).uri).toBe('file:///pizza.abnf');
  });

  it('is found in a folder that is a link, and in the first of several folders that has it', async () => {
    await symlink(folder, join(base, 'link'));
    const linked = new DocumentLoader({ folders: [join(base, 'missing'), join(base, 'link')] });
    expect(await text('file:pizza.abnf', linked)).toBe('pizza');
    expect(await text(`file://${base}/link/pizza.abnf`, linked)).toBe('pizza');
    const two = new DocumentLoader({ folders: [join(folder, 'sub'), folder] });
    expect(await text('file:drinks.abnf', two)).toBe('drinks');
    expect(await text('file:pizza.abnf', two)).toBe('pizza');
  });

  it.each([
    'file:../secret.abnf',
    'file:sub/../../secret.abnf',
    'file:///../secret.abnf',
    'file:..%2fsecret.abnf',
    'file:%2e%2e/secret.abnf',
    'file:.%2e%2Foutside%2Fsecret.abnf',
    'file:..',
    'file:///etc/passwd',
    'file:/etc/does-not-exist',
    'file:%2fetc/passwd',
    'file://etc/passwd',
    'file://server/share/a.abnf',
    'file:..\\secret.abnf',
    'file:sub\\drinks.abnf',
    'file:\\\\server\\share',
    'file:///C:\\x',
    'file:///C:/windows/x',
    'file:pizza.abnf%00.txt',
    'file:%00',
    'file:out.abnf',
    'file:out-absolute.abnf',
    'file:out-twice.abnf',
    'file:out-folder',
    'file:out-folder/secret.abnf',
    'file:out-folder/no-such-file',
    'file:out-others/secret.abnf',
    'file:out-root/etc/passwd',
    'file:out-root/etc/does-not-exist',
    'file:device',
  ])('outside the folder is forbidden: %s', async (uri) => {
    expect(await codeOf(uri)).toBe('ERR_LM_FORBIDDEN');
  });

  it('outside the folder is forbidden by its full path too, there or not', async () => {
    for (const path of ['secret.abnf', 'outside/secret.abnf', 'grammars-of-others/secret.abnf', 'none', '']) {
      expect(await codeOf(`file://${base}/${path}`)).toBe('ERR_LM_FORBIDDEN');
      expect(await codeOf(`file://${folder}/../${path}`)).toBe('ERR_LM_FORBIDDEN');
    }
  });

  it.each([
    'file:',
    'file:/',
    'file:///',
    'file:.',
    'file:sub',
    'file:missing.abnf',
    'file:///missing.abnf',
    'file:///sub/missing.abnf',
    'file:missing/deeper.abnf',
    'file:pizza.abnf/deeper.abnf',
    'file:etc/passwd',
    'file:%2e%2',
    'file:\ud800',
    'file:dangling',
    'file:loop',
    'file:~/x',
  ])('that is not there is not found: %s', async (uri) => {
    expect(await codeOf(uri)).toBe('ERR_LM_NOT_FOUND');
  });

  it('with a path too long for any file is not found', async () => {
    expect(await codeOf(`file:${'a'.repeat(5000)}`)).toBe('ERR_LM_NOT_FOUND');
    expect(await codeOf(`file:${'a/'.repeat(5000)}`)).toBe('ERR_LM_NOT_FOUND');
    await expect(loader.load(`file:${'a'.repeat(300)}.abnf`)).rejects.toThrow(
      /: no such file|there is no|not found/,
    );
    await expect(loader.load(`file:${'a'.repeat(300)}.abnf`)).rejects.not.toThrow('ENAMETOOLONG');
  });

  it('missing by its full path is not found, in a missing folder too', async () => {
    expect(await codeOf(`file://${folder}/missing.abnf`)).toBe('ERR_LM_NOT_FOUND');
    expect(await codeOf('file:a', new DocumentLoader({ folders: [join(base, 'missing')] }))).toBe(
      'ERR_LM_NOT_FOUND',
    );
    expect(await codeOf('file:a', new DocumentLoader({ folders: [] }))).toBe('ERR_LM_NOT_FOUND');
  });

  it('is not a FIFO, and asking for one does not wait for a writer', async (ctx) => {
    try {
      execFileSync('mkfifo', [join(folder, 'fifo')]);
    } catch {
      ctx.skip('there is no mkfifo command here');
    }
    expect(await codeOf('file:fifo')).toBe('ERR_LM_NOT_FOUND');
  });

  it('over the size limit cannot be used', async () => {
    const path = join(folder, 'large.abnf');
    await writeFile(path, 'x'.repeat(1024 ** 2));
    expect((await loader.load('file:large.abnf')).bytes).toHaveLength(1024 ** 2);
    await truncate(path, 1024 ** 2 + 1);
    expect(await codeOf('file:large.abnf')).toBe('ERR_LM_INVALID');
    await truncate(path, 1024 ** 4);
    expect(await codeOf('file:large.abnf')).toBe('ERR_LM_INVALID');
    await truncate(path, 0);
    expect((await loader.load('file:large.abnf')).bytes).toHaveLength(0);
  });

  it('is read once while it does not change, and again as soon as it does', async () => {
    const path = join(folder, 'changing.abnf');
    const now = 1_000;
    const own = new DocumentLoader({ folders: [folder], now: () => now });
    // Only a file that was left alone for a while is kept: its change time cannot be set back.
    await writeFile(path, 'first');
    await utimes(path, LONG_AGO, LONG_AGO);
    const young = await own.load('file:changing.abnf');
    expect((await own.load('file:changing.abnf')).bytes).not.toBe(young.bytes);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_100 });
    onTestFinished(() => void vi.useRealTimers());
    const first = await own.load('file:changing.abnf');
    const again = await own.load('file:///changing.abnf');
    expect(again.bytes).toBe(first.bytes);
    expect(again.freshUntil).toBe(now);

    await writeFile(path, 'other');
    await utimes(path, LONG_AGO, LONG_AGO);
    const other = await own.load('file:changing.abnf');
    expect(Buffer.from(other.bytes).toString()).toBe('other');
    expect(other.fingerprint).not.toBe(first.fingerprint);

    await writeFile(`${path}.new`, 'third');
    await rename(`${path}.new`, path);
    expect(await text('file:changing.abnf', own)).toBe('third');

    await rm(path);
    expect(await codeOf('file:changing.abnf', own)).toBe('ERR_LM_NOT_FOUND');
    await symlink('../outside/secret.abnf', path);
    expect(await codeOf('file:changing.abnf', own)).toBe('ERR_LM_FORBIDDEN');
  });

  it('shows two changes in quick succession', async () => {
    const path = join(folder, 'quick.abnf');
    for (let turn = 0; turn < 200; turn++) {
      await writeFile(path, `turn ${String(turn).padStart(3, '0')}`);
      expect(await text('file:quick.abnf')).toBe(`turn ${String(turn).padStart(3, '0')}`);
    }
  });

  it('never comes from outside, whatever the path', async () => {
    const segment = fc.constantFrom(
      ...[
        '..',
        '.',
        '',
        '%2e%2e',
        '.%2E',
        '%252e',
        '..%2f',
        '%5c',
        '\\',
        '%00',
        '~',
        'C:',
        'etc',
        'passwd',
        '%2f',
      ],
      ...[
        'sub',
        'deep',
        'outside',
        'secret.abnf',
        'grammars',
        'out-folder',
        'out-root',
        'out-and-back',
        'linked-sub',
      ],
      ...[
        'pizza.abnf',
        'drinks.abnf',
        'out.abnf',
        'inside.abnf',
        'loop',
        'dangling',
        'device',
        'out-others',
        '*',
        '?',
      ],
    );
    const start = fc.constantFrom(
      '',
      '/',
      '//',
      '///',
      '//localhost/',
      '//host/',
      '%2f',
      '\\',
      base,
      `//${folder}/`,
    );
    const inside = new Set(['pizza', 'drinks', 'odd name', 'a name that looks encoded']);
    await fc.assert(
      fc.asyncProperty(start, fc.array(segment, { maxLength: 8 }), async (head, segments) => {
        const content = await text(`file:${head}${segments.join('/')}`).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ServiceError);
          return 'pizza';
        });
        expect(inside).toContain(content);
      }),
      { numRuns: 3000 },
    );
  });
});
