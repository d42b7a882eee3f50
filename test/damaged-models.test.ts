import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, statSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defaultModels, defaultModelsDir } from '@locutor/models';
import { expect, it } from 'vitest';
import { recognize, statuses } from './support/recognize.ts';
import { newFolder, startServer } from './support/server.ts';
import { fixture } from './support/speech.ts';

const RECOGNIZER = 'moonshine-base';

/** The default models, one of them a copy of its own that can be damaged. */
function modelsWithCopy(): string {
  const from = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
  const dir = join(newFolder(), 'models');
  mkdirSync(dir);
  for (const name of defaultModels) {
    if (name !== RECOGNIZER) symlinkSync(join(from, name), join(dir, name));
  }
  // With times to the nanosecond, as the stamps have them.
  spawnSync('cp', ['-a', join(from, RECOGNIZER), dir]);
  return dir;
}

/** Overwrites the beginning of a file; its size and time stay as they are. */
function damage(file: string): void {
  const before = statSync(file);
  const reference = `${file}.reference`;
  spawnSync('cp', ['-a', '--attributes-only', file, reference]);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, 0);
  closeSync(handle);
  spawnSync('touch', ['-r', reference, file]);
  spawnSync('rm', [reference]);
  const { size, mtimeMs } = statSync(file);
  expect([size, mtimeMs]).toEqual([before.size, before.mtimeMs]);
}

it('a prepared model that was damaged is found out, prepared again, and the log says so', async () => {
  const dir = modelsWithCopy();
  const prepared = readdirSync(join(dir, RECOGNIZER), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('prepared-encoder.onnx'),
  );
  expect(prepared.length).toBeGreaterThan(0);
  for (const file of prepared) damage(join(dir, RECOGNIZER, file));
  const server = await startServer({ LOCUTOR_MODELS_DIR: dir, LOCUTOR_MODELS_FETCH: 'never' });
  try {
    const ready = async () => (await fetch(`${server.url}/health/ready`)).status;
    while ((await ready()) !== 200) await setTimeout(100);
    expect(statuses((await recognize(server, fixture('sentence.flac'))).segments())).toEqual(['RECOGNIZED']);
    await expect
      .poll(() => server.log())
      .toContain(
        `"model":"${RECOGNIZER}","files":["prepared-encoder.onnx"],"msg":"model files are damaged; restoring them"`,
      );
    await expect.poll(() => server.log()).toContain('"msg":"the model is intact again"');
  } finally {
    await server.stop();
  }
}, 300_000);
