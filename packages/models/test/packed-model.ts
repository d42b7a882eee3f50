import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import type { ModelFile, PublishedModel } from '../src/model.ts';

/** A model of random bytes and the npm tarball that holds it. */
export interface PackedModel {
  model: PublishedModel;
  tarball: Buffer;
  /** What the store must hold, by store name. */
  contents: Record<string, Buffer>;
}

export interface PackedFile {
  /** Path in the package; also tells the store name, its last part. */
  path: string;
  bytes: Buffer;
  range?: { offset: number; length: number };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Contents as hashes: comparing large buffers byte by byte takes the test runner seconds. */
export function hashes(contents: Record<string, Uint8Array>): Record<string, string> {
  return Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)]));
}

/** An npm tarball holding these files, in this order. */
export function packTarball(files: readonly { path: string; bytes: Uint8Array }[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  try {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const tarball = join(folder, 'out.tgz');
    const paths = files.map(({ path }) => path);
    create({ cwd: folder, file: tarball, gzip: true, portable: true, prefix: 'package', sync: true }, paths);
    return readFileSync(tarball);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A model whose package also holds files nobody wants, before, between and after the wanted ones. */
export function packModel(name: string, files: readonly PackedFile[]): PackedModel {
  const junk = (path: string) => ({ path, bytes: randomBytes(5000) });
  const packed = [junk('README.md'), ...files.flatMap((file) => [file, junk(`${file.path}.junk`)])];
  const tarball = packTarball(packed);
  const contents: Record<string, Buffer> = {};
  const modelFiles = files.map(({ path, bytes, range }): ModelFile => {
    const kept = range ? bytes.subarray(range.offset, range.offset + range.length) : bytes;
    const storeName = path.slice(path.lastIndexOf('/') + 1);
    contents[storeName] = kept;
    return { name: storeName, path, ...(range && { range }), size: kept.length, sha256: sha256(kept) };
  });
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const model: PublishedModel = {
    name,
    role: 'voice-activity',
    default: true,
    package: { name: `@models/${name}`, version: '1.2.3', integrity },
    download: tarball.length,
    files: modelFiles,
    licence: { name: 'MIT', attribution: 'made up for a test' },
  };
  return { model, tarball, contents };
}

/** Two files of incompressible bytes, the second cut out of something larger. */
export function smallModel(name = 'small'): PackedModel {
  return packModel(name, [
    { path: 'weights/encoder.onnx', bytes: randomBytes(60_000) },
    { path: 'weights/decoder.bin', bytes: randomBytes(90_000), range: { offset: 1234, length: 70_001 } },
  ]);
}
