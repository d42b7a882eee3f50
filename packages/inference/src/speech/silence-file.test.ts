import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Tensor } from 'onnxruntime-node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preparedSilence, readSilence, writeSilence } from './silence-file.ts';
import type { CrossTensors } from './whisper-silence.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locutor-silence-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const tensor = (frames: number, first: number) =>
  new Tensor(
    'float32',
    Float32Array.from({ length: 6 * frames }, (_, n) => first + n / 3),
    [1, 2, frames, 3],
  );
const silence: CrossTensors = { 'cross_key.0': tensor(4, 1), 'cross_value.0': tensor(4, -7.5) };
const plain = (tensors: CrossTensors) =>
  Object.entries(tensors).map(([name, { dims, data }]) => [name, [...dims], [...(data as Float32Array)]]);

test('is encoded once, and comes back bit for bit', async () => {
  let encoded = 0;
  const encode = async () => {
    encoded++;
    return silence;
  };
  const path = (file: string) => join(folder, file);
  await preparedSilence(path, encode);
  expect(readdirSync(folder)).toEqual(['encoded-silence.bin']);
  expect(plain(await preparedSilence(path, encode))).toEqual(plain(silence));
  expect(encoded).toBe(1);
  const file = path('encoded-silence.bin');
  writeFileSync(file, readFileSync(file).subarray(0, -1));
  expect(plain(await preparedSilence(path, encode))).toEqual(plain(silence));
  expect(encoded).toBe(2);
});

test('is encoded where nothing can be written', async () => {
  const nowhere = (file: string) => join(folder, 'missing', file);
  expect(await preparedSilence(nowhere, async () => silence)).toBe(silence);
});

test('is not read from a file that was changed anywhere', () => {
  const written = Buffer.from(writeSilence(silence));
  fc.assert(
    fc.property(
      fc.nat({ max: written.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      fc.nat({ max: written.length }),
      (at, change, length) => {
        const changed = Buffer.from(written);
        changed[at]! ^= change;
        expect(readSilence(changed)).toBeUndefined();
        expect(readSilence(written.subarray(0, length)) === undefined).toBe(length < written.length);
      },
    ),
  );
});
