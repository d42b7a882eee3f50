import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Preparer } from '@locutor/graphs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packModel, sha256 } from '../test/packed-model.ts';
import type { FetchEvent } from './fetch-event.ts';
import { ModelStore } from './store.ts';

let folder: string;
let bytes: Buffer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'models-'));
  bytes = Buffer.from('decoder weights');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The real preparers run from a compiled module; this writes one that notes each run and turns the bytes around. */
function storeWith({ version = 1, body = '', outputs = ['step.onnx', 'prefill.onnx'] } = {}): ModelStore {
  const module = join(folder, `preparers-${Math.random()}.mjs`);
  const runs = JSON.stringify(join(folder, 'runs'));
  writeFileSync(
    module,
    `import { appendFileSync } from 'node:fs';
     export const preparers = [{ name: 'split', outputs: ${JSON.stringify(outputs)}, async run(inputs) {
       appendFileSync(${runs}, 'run ${version}\\n');
       ${body}
       const turned = inputs['decoder.onnx'].toReversed();
       return { 'step.onnx': turned, 'prefill.onnx': inputs['decoder.onnx'] };
     } }];`,
  );
  const packed = packModel('small', [{ path: 'a/decoder.onnx', bytes }]);
  writeFileSync(join(folder, 'pkg.tgz'), packed.tarball);
  const split: Preparer = { name: 'split', version, inputs: ['decoder.onnx'], outputs, run: () => ({}) };
  return new ModelStore({
    dir: join(folder, 'store'),
    models: [{ ...packed.model, prepare: 'split' }],
    sources: { small: pathToFileURL(join(folder, 'pkg.tgz')).href },
    preparers: [split],
    preparersModule: module,
  });
}

function runs(): number {
  try {
    return readFileSync(join(folder, 'runs'), 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}

function preparedSets(): string[] {
  return readdirSync(join(folder, 'store', 'small')).filter((name) => name.startsWith('split-'));
}

describe('prepared files', () => {
  test('are made once and served beside the fetched ones', async () => {
    const store = storeWith();
    const events: FetchEvent[] = [];
    expect(store.status()[0]?.missing).toEqual(['decoder.onnx', 'step.onnx', 'prefill.onnx']);
    await store.fetch(['small'], { onProgress: (event) => events.push(event) });
    expect(readFileSync(store.path('small', 'step.onnx'))).toEqual(Buffer.from(bytes.toReversed()));
    expect(readFileSync(store.path('small', 'prefill.onnx'))).toEqual(bytes);
    expect(readFileSync(store.path('small', 'decoder.onnx'))).toEqual(bytes);
    expect(events.slice(-2)).toEqual([
      { kind: 'preparing', model: 'small' },
      { kind: 'prepared', model: 'small' },
    ]);
    await store.fetch(['small']);
    await storeWith().fetch(['small']);
    expect(runs()).toBe(1);
  });

  test('are made again by a new version; another clone keeps its own, older sets go', async () => {
    const first = storeWith({ version: 1 });
    await first.fetch(['small']);
    const second = storeWith({ version: 2 });
    expect(second.status()[0]?.missing).toEqual(['step.onnx', 'prefill.onnx']);
    await second.fetch(['small']);
    expect(first.missing(['small'])).toEqual([]);
    expect(first.path('small', 'step.onnx')).not.toBe(second.path('small', 'step.onnx'));
    const oldest = join(
      folder,
      'store',
      'small',
      preparedSets().find((s) => first.path('small', 'step.onnx').includes(s))!,
    );
    utimesSync(oldest, 1, 1);
    const third = storeWith({ version: 3 });
    await third.fetch(['small']);
    expect(preparedSets()).toHaveLength(2);
    expect(first.status()[0]?.missing).toEqual(['step.onnx', 'prefill.onnx']);
    expect(second.missing(['small'])).toEqual([]);
    expect(runs()).toBe(3);
  });

  test('are made again from new weights', async () => {
    await storeWith().fetch(['small']);
    bytes = Buffer.from('other weights');
    const store = storeWith();
    await store.fetch(['small']);
    expect(readFileSync(store.path('small', 'prefill.onnx'), 'utf8')).toBe('other weights');
    expect(runs()).toBe(2);
  });

  test('are made again when one is deleted or changed, without a download', async () => {
    const store = storeWith();
    await store.fetch(['small']);
    rmSync(join(folder, 'pkg.tgz'));
    rmSync(store.path('small', 'step.onnx'));
    expect(() => store.path('small', 'step.onnx')).toThrow('step.onnx is not in');
    await store.fetch(['small']);
    writeFileSync(store.path('small', 'prefill.onnx'), 'scribble');
    await store.fetch(['small']);
    expect(readFileSync(store.path('small', 'prefill.onnx'))).toEqual(bytes);
    expect(runs()).toBe(3);
  });

  test('are hashed by verify too', async () => {
    const store = storeWith();
    await store.fetch(['small']);
    expect(await store.verify(['small'])).toEqual([]);
    const path = store.path('small', 'step.onnx');
    const { size } = statSync(path);
    writeFileSync(path, Buffer.alloc(size));
    expect(await store.verify(['small'])).toEqual([
      { model: 'small', file: 'step.onnx', problem: 'changed' },
    ]);
    await store.fetch(['small']);
    expect(sha256(readFileSync(store.path('small', 'step.onnx')))).toBe(sha256(bytes.toReversed()));
  });
});

describe('a preparation that fails says why and leaves nothing', () => {
  test.each([
    ['an error', { body: "throw new Error('the graph has no If node');" }, 'the graph has no If node'],
    ['a missing output', { outputs: ['step.onnx', 'other.onnx'] }, 'split did not make other.onnx'],
    [
      'a process that ends',
      { body: "console.error('out of luck'); process.exit(3);" },
      'code 3: out of luck',
    ],
    ['a process that is killed', { body: "process.kill(process.pid, 'SIGKILL');" }, 'ended with SIGKILL'],
  ])('%s', async (_, options, reason) => {
    const store = storeWith(options);
    const failed = store.fetch(['small']);
    await expect(failed).rejects.toMatchObject({ name: 'ModelError', code: 'prepare-failed' });
    await expect(failed).rejects.toThrow(`Preparing model small failed`);
    await expect(failed).rejects.toThrow(reason);
    expect(readdirSync(join(folder, 'store', 'small')).sort()).toEqual(['.stamp.json', 'decoder.onnx']);
  });
});

test('a fetch that is stopped stops the preparation too', async () => {
  const store = storeWith({ body: 'await new Promise((resolve) => setTimeout(resolve, 60_000));' });
  const stop = new AbortController();
  const onProgress = (event: FetchEvent) => event.kind === 'preparing' && setTimeout(() => stop.abort(), 50);
  await expect(store.fetch(['small'], { signal: stop.signal, onProgress })).rejects.toMatchObject({
    code: 'aborted',
  });
  expect(preparedSets()).toEqual([]);
});

test('a manifest that names an unknown preparer is refused at once', () => {
  const { model } = packModel('small', [{ path: 'x', bytes }]);
  const models = [{ ...model, prepare: 'nobody' }];
  expect(() => new ModelStore({ dir: folder, models, preparers: [] })).toThrow(
    'model small: no preparer is called nobody',
  );
});
