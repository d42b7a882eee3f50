import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testCertificate } from '../../test/certificate.ts';
import { type FakeMirror, startMirror } from '../../test/fake-mirror.ts';
import { type PackedModel, smallModel } from '../../test/packed-model.ts';
import { useRegistry } from '../../test/registry-settings.ts';
import { startStoreProcess } from '../../test/store-process.ts';
import { ModelStore } from '../store.ts';

let folder: string;
let dir: string;
let packed: PackedModel;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'models-'));
  dir = join(folder, 'store');
  packed = smallModel();
  // Nobody listens there: a fetch that asked the registry all the same would fail.
  useRegistry('http://127.0.0.1:9/');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function storeFrom(source: string): ModelStore {
  return new ModelStore({ dir, models: [packed.model], sources: { small: source } });
}

describe('a file: source', () => {
  let mirror: string;
  beforeEach(() => {
    mirror = join(folder, 'a mirror');
    mkdirSync(mirror);
    for (const [name, bytes] of Object.entries(packed.contents)) writeFileSync(join(mirror, name), bytes);
    writeFileSync(join(mirror, 'pkg.tgz'), packed.tarball);
  });

  test.each(['', '/pkg.tgz'])('%j of the mirror folder serves the files', async (path) => {
    const store = storeFrom(pathToFileURL(mirror + path).href);
    await store.fetch(['small']);
    expect(await store.verify(['small'])).toEqual([]);
  });

  test('a store can be the mirror of another store', async () => {
    await storeFrom(pathToFileURL(mirror).href).fetch(['small']);
    const sources = { small: pathToFileURL(join(dir, 'small')).href };
    const second = new ModelStore({ dir: join(folder, 'second'), models: [packed.model], sources });
    await second.fetch(['small']);
    expect(await second.verify(['small'])).toEqual([]);
  });

  test('hashes are enforced', async () => {
    writeFileSync(join(mirror, 'encoder.onnx'), randomBytes(60_000));
    const store = storeFrom(pathToFileURL(mirror).href);
    await expect(store.fetch(['small'])).rejects.toMatchObject({ code: 'wrong-hash' });
    expect(store.status()[0]?.missing).toContain('encoder.onnx');
  });

  test('a missing file and a missing folder are told apart', async () => {
    rmSync(join(mirror, 'decoder.bin'));
    const source = pathToFileURL(mirror).href;
    await expect(storeFrom(source).fetch(['small'])).rejects.toThrow(
      `${source} does not contain small/decoder.bin`,
    );
    await expect(storeFrom(`${source}-not`).fetch(['small'])).rejects.toThrow('does not exist');
  });

  test('a cut tarball is damaged', async () => {
    writeFileSync(join(mirror, 'pkg.tgz'), packed.tarball.subarray(0, 50_000));
    await expect(
      storeFrom(pathToFileURL(join(mirror, 'pkg.tgz')).href).fetch(['small']),
    ).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});

test.each(['http://127.0.0.1/', 'file:relative/path', '/plain/path', 'https://', ''])(
  'the source %j is refused',
  async (source) => {
    await expect(storeFrom(source).fetch(['small'])).rejects.toMatchObject({
      code: 'bad-source',
      message: expect.stringContaining(`not "${source}"`),
    });
  },
);

describe('an https: source', () => {
  let mirror: FakeMirror;
  const answers: Record<string, Uint8Array | string> = {};
  beforeEach(async () => {
    for (const path of Object.keys(answers)) delete answers[path];
    for (const [name, bytes] of Object.entries(packed.contents)) answers[`/models/${name}`] = bytes;
    answers['/pkg.tgz'] = packed.tarball;
    mirror = await startMirror(answers);
  });
  afterEach(() => mirror.close());

  /** In a process of its own, because a running one cannot be taught to trust another certificate. */
  async function fetchFrom(
    source: string,
    trusted = true,
  ): Promise<{ status: number | null; output: string }> {
    const certificate = join(folder, 'ca.pem');
    writeFileSync(certificate, testCertificate.cert);
    const fetching = startStoreProcess(folder, {
      models: [packed.model],
      argv: ['--dir', dir, '--source', `small=${source}`, 'small'],
      env: { NODE_EXTRA_CA_CERTS: trusted ? certificate : '' },
    });
    const status = await fetching.ended;
    return { status, output: fetching.output() };
  }

  test.each(['/models', '/models/', '/pkg.tgz'])('%s serves the files', async (path) => {
    const { status, output } = await fetchFrom(mirror.url + path);
    expect(output).toContain('decoder.bin is in place');
    expect(status).toBe(0);
    expect(await storeFrom('file:/unused').verify(['small'])).toEqual([]);
  });

  test('redirects are followed, but not for ever and not to plain http', async () => {
    answers['/moved/encoder.onnx'] = '/models/encoder.onnx';
    answers['/moved/decoder.bin'] = `${mirror.url}/models/decoder.bin`;
    expect(await fetchFrom(`${mirror.url}/moved`)).toMatchObject({ status: 0 });
    rmSync(dir, { recursive: true });
    answers['/ring/encoder.onnx'] = '/ring/encoder.onnx';
    expect((await fetchFrom(`${mirror.url}/ring`)).output).toContain('redirects more than 5 times');
    answers['/plain/encoder.onnx'] = 'http://127.0.0.1:9/x';
    expect((await fetchFrom(`${mirror.url}/plain`)).output).toContain(
      'http://127.0.0.1:9/x, which is not https',
    );
  });

  test('hashes are enforced', async () => {
    answers['/models/encoder.onnx'] = randomBytes(60_000);
    const { status, output } = await fetchFrom(`${mirror.url}/models`);
    expect(status).toBe(1);
    expect(output).toContain('is not the expected file');
  });

  test('nothing there, nobody there and nobody trusted are told apart', async () => {
    expect((await fetchFrom(`${mirror.url}/none`)).output).toContain('does not contain small/encoder.onnx');
    expect((await fetchFrom(`${mirror.url}/none.tgz`)).output).toContain(
      'There is nothing at the model source',
    );
    const gone = await startMirror({});
    await gone.close();
    expect((await fetchFrom(gone.url)).output).toMatch(/could not be reached: .*ECONNREFUSED/);
    expect((await fetchFrom(`${mirror.url}/models`, false)).output).toMatch(/could not be reached: self/);
  });
});
