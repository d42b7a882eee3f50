import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelFileError } from '@locutor/contract';
import { expect, test } from 'vitest';
import { readModelJson } from './model-file.ts';
import { openModel, preparedGraph } from './open-model.ts';

const damaged = join(tmpdir(), 'damaged.onnx');
writeFileSync(damaged, 'no graph');
const absent = join(tmpdir(), 'absent.onnx');

test.each([
  ['a file that is no graph', () => openModel('the voice', { file: damaged })],
  ['a file that is absent', () => openModel('the voice', { file: absent })],
  ['a prepared graph that is none', () => openModel('the voice', preparedGraph(damaged))],
  [
    'a graph that cannot be made',
    () => openModel('the voice', { file: damaged, graph: () => Promise.reject(new Error('what')) }),
  ],
  ['a description that is no JSON', () => readModelJson('the voice', damaged)],
])('%s is named, as what it is', async (_what, open) => {
  const error: unknown = await open().catch((reason) => reason);
  expect(error).toBeInstanceOf(ModelFileError);
  expect((error as ModelFileError).message).toContain('the voice');
  expect([damaged, absent]).toContain((error as ModelFileError).file);
});
