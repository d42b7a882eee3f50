import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inChunks, joined } from '../../test/chunks.ts';
import { hashes, packModel, smallModel } from '../../test/packed-model.ts';
import { ModelError } from '../errors.ts';
import type { Model } from '../model.ts';
import type { Transfer } from './source.ts';
import { takeFromTarball } from './tarball.ts';

function transferOf(model: Model) {
  const delivered: Record<string, Buffer> = {};
  const meter = { bytes: 0 };
  const transfer: Transfer = {
    wanted: model.files.map((file) => ({ model, file })),
    deliver: async ({ file }, bytes) => {
      const all = await joined(bytes);
      if (all.length !== file.size) throw new ModelError('wrong-hash', `${file.name} is cut`);
      delivered[file.name] = all;
    },
    onBytes: (count) => {
      meter.bytes += count;
    },
    signal: new AbortController().signal,
  };
  return { delivered, meter, transfer };
}

test('wanted files come out whole, whatever the chunk boundaries', async () => {
  const packed = smallModel();
  const size = packed.tarball.length;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(size), { maxLength: 200 }), async (cuts) => {
      const { delivered, transfer } = transferOf(packed.model);
      await takeFromTarball(inChunks(packed.tarball, cuts), transfer);
      expect(hashes(delivered)).toEqual(hashes(packed.contents));
    }),
    { numRuns: 150 },
  );
});

test('ranges anywhere in an entry come out right', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.nat(60_000), { maxLength: 20 }),
      async (size, from, share, cuts) => {
        const offset = Math.floor(from * (size - 1));
        const range = { offset, length: Math.max(1, Math.floor(share * (size - offset))) };
        const packed = packModel('ranged', [{ path: 'a/lib.a', bytes: randomBytes(size), range }]);
        const { delivered, transfer } = transferOf(packed.model);
        await takeFromTarball(inChunks(packed.tarball, cuts), transfer);
        expect(hashes(delivered)).toEqual(hashes(packed.contents));
      },
    ),
    { numRuns: 40 },
  );
});

test('a tarball cut anywhere either gives whole files or fails; it never hangs and never gives a part', async () => {
  const packed = smallModel();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(packed.tarball.length - 1),
      fc.array(fc.nat(packed.tarball.length), { maxLength: 50 }),
      async (length, cuts) => {
        const { delivered, transfer } = transferOf(packed.model);
        const outcome = await takeFromTarball(
          inChunks(packed.tarball.subarray(0, length), cuts),
          transfer,
        ).then(
          () => 'complete',
          (error) => (error as ModelError).code,
        );
        expect(hashes(packed.contents)).toMatchObject(hashes(delivered));
        if (outcome === 'complete') expect(Object.keys(delivered)).toHaveLength(2);
        else expect(['damaged', 'wrong-hash']).toContain(outcome);
      },
    ),
    { numRuns: 200 },
  );
});

test('files are delivered one after the other, however long keeping one takes', async () => {
  const packed = smallModel();
  const { transfer } = transferOf(packed.model);
  const steps: string[] = [];
  await takeFromTarball(inChunks(packed.tarball, []), {
    ...transfer,
    deliver: async ({ file }, bytes) => {
      steps.push(`begin ${file.name}`);
      await joined(bytes);
      for (let turns = 0; turns < 50; turns++) await turn();
      steps.push(`end ${file.name}`);
    },
  });
  expect(steps).toEqual(['begin encoder.onnx', 'end encoder.onnx', 'begin decoder.bin', 'end decoder.bin']);
});

test('reading stops after the last wanted file', async () => {
  const packed = packModel('early', [{ path: 'first.bin', bytes: randomBytes(1000) }]);
  const long = packModel('early', [
    { path: 'first.bin', bytes: randomBytes(1000) },
    { path: 'rest.bin', bytes: randomBytes(1_000_000) },
  ]);
  const model = { ...packed.model, files: [long.model.files[0]!] };
  const { delivered, meter, transfer } = transferOf(model);
  const everyKilobyte = Array.from({ length: 1100 }, (_, i) => i * 1000);
  await takeFromTarball(inChunks(long.tarball, everyKilobyte), transfer);
  expect(delivered['first.bin']).toEqual(long.contents['first.bin']);
  expect(meter.bytes).toBeLessThan(100_000);
});

test('a delivery that fails ends the transfer with its own error', async () => {
  const packed = smallModel();
  const { transfer } = transferOf(packed.model);
  const refusal = new ModelError('disk-full', 'no room');
  const refuse = async () => {
    throw refusal;
  };
  await expect(takeFromTarball(inChunks(packed.tarball, []), { ...transfer, deliver: refuse })).rejects.toBe(
    refusal,
  );
});

test('a source that ends inside an entry ends the delivery too', async () => {
  const packed = smallModel();
  const { delivered, transfer } = transferOf(packed.model);
  async function* broken() {
    yield packed.tarball.subarray(0, 40_000);
    await turn();
    throw new Error('the line went dead');
  }
  await expect(takeFromTarball(broken(), transfer)).rejects.toThrow('the line went dead');
  expect(delivered).toEqual({});
});
