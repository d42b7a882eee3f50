import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FetchEvent } from './fetch-event.ts';
import { models } from './manifest.ts';
import { ModelStore } from './store.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'models-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('the emotion model is installed from this program itself, with its licence beside it', async () => {
  const store = new ModelStore({ dir });
  const seen: FetchEvent[] = [];
  expect(() => store.path('emotion', 'emotion.bin')).toThrow('is not ready');
  await store.fetch(['emotion'], { onProgress: (event) => seen.push(event) });
  expect(store.missing(['emotion'])).toEqual([]);
  expect(readFileSync(store.path('emotion', 'LICENSE'), 'utf8')).toContain(
    'Attribution-NonCommercial-ShareAlike',
  );
  const size = models.find(({ name }) => name === 'emotion')!.files.reduce((sum, file) => sum + file.size, 0);
  const download = seen.findLast((event) => event.kind === 'download');
  expect(download).toEqual({ kind: 'download', models: ['emotion'], done: size, total: size });
});

test('a damaged one is found and installed again', async () => {
  const store = new ModelStore({ dir });
  await store.fetch(['emotion']);
  writeFileSync(store.path('emotion', 'emotion.bin'), 'damaged');
  expect(await store.verify(['emotion'])).toEqual([
    { model: 'emotion', file: 'emotion.bin', problem: 'changed' },
  ]);
  await store.fetch(['emotion']);
  expect(await store.verify(['emotion'])).toEqual([]);
  await store.remove('emotion');
  expect(store.missing(['emotion'])).toEqual(['emotion']);
});

test('another source is possible', async () => {
  const store = new ModelStore({ dir, sources: { emotion: 'file:/no/such/folder' } });
  await expect(store.fetch(['emotion'])).rejects.toMatchObject({ code: 'not-in-source' });
});
