import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { packModel } from '../test/packed-model.ts';
import { ModelStore } from './store.ts';

/** What `fork` gives out of file descriptors: no pid, no pipes, no `send`, and an "error" a moment later. */
vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  fork: () => {
    const child = new EventEmitter();
    process.nextTick(() => child.emit('error', new Error('spawn node EMFILE')));
    return child;
  },
}));

test('a preparation whose process cannot be started says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  const packed = packModel('small', [{ path: 'a/decoder.onnx', bytes: Buffer.from('weights') }]);
  writeFileSync(join(folder, 'pkg.tgz'), packed.tarball);
  const store = new ModelStore({
    dir: join(folder, 'store'),
    models: [{ ...packed.model, prepare: 'split' }],
    sources: { small: pathToFileURL(join(folder, 'pkg.tgz')).href },
    preparers: [
      { name: 'split', version: 1, inputs: ['decoder.onnx'], outputs: ['step.onnx'], run: () => ({}) },
    ],
  });
  const failed = store.fetch(['small']);
  await expect(failed).rejects.toMatchObject({ code: 'prepare-failed' });
  await expect(failed).rejects.toThrow('its process could not be started: Error: spawn node EMFILE');
  rmSync(folder, { recursive: true, force: true });
});
