import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultModelsDir } from './default-dir.ts';
import { ensureModels } from './ensure-models.ts';
import { ModelStore } from './store.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'models-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a child process brings in what is missing, and none is started for nothing', async (ctx) => {
  const cached = join(defaultModelsDir(), 'silero-vad');
  if (!existsSync(join(cached, 'vad.onnx'))) ctx.skip('the voice activity model is not in the user cache');
  const store = new ModelStore({ dir, sources: { 'silero-vad': pathToFileURL(cached).href } });
  await ensureModels(store, ['silero-vad']);
  expect(store.missing(['silero-vad'])).toEqual([]);
  const files = readdirSync(join(dir, 'silero-vad'));
  const elsewhere = new ModelStore({ dir, sources: { 'silero-vad': 'file:/no/such/mirror' } });
  await ensureModels(elsewhere, ['silero-vad']);
  expect(readdirSync(join(dir, 'silero-vad'))).toEqual(files);
});

test('a child that fails makes the caller fail', async () => {
  const store = new ModelStore({ dir, sources: { 'silero-vad': 'file:/no/such/mirror' } });
  await expect(ensureModels(store, ['silero-vad'])).rejects.toMatchObject({
    code: 'not-ready',
    message: `Models could not be fetched into ${dir}: the reason is printed above.`,
  });
});

test('a fetch that is no longer wanted is stopped', async () => {
  const store = new ModelStore({ dir, sources: { 'silero-vad': 'file:/no/such/mirror' } });
  await expect(ensureModels(store, ['silero-vad'], AbortSignal.abort())).rejects.toMatchObject({
    code: 'aborted',
  });
});
