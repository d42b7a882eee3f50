import { models } from '@locutor/models';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { StoredModels, type StoredModelsOptions } from './stored-models.ts';

const [first] = models;
const name = first!.name;

function setUp(fetch: NonNullable<StoredModelsOptions['fetch']>) {
  let ready = false;
  const status = () => [{ name, role: first!.role, default: true, size: 5, ready, missing: [] }];
  const library = new StoredModels({ store: { status }, log: pino({ level: 'silent' }), fetch });
  const install = () => {
    ready = true;
  };
  return { library, install, entry: () => library.list()[0]! };
}

it('tells of a download while it goes on, and forgets it when the model is here', async () => {
  let finish = () => {};
  let count = 0;
  const { library, install, entry } = setUp(async (_names, _signal, { onProgress }) => {
    count++;
    onProgress!({ kind: 'download', models: [name], done: 3, total: 7 });
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  expect(entry().download).toBeUndefined();
  library.fetch(name);
  library.fetch(name);
  expect(count).toBe(1);
  expect(entry().download).toEqual({ state: 'downloading', done: 3, total: 7 });
  install();
  finish();
  await expect.poll(() => entry().download).toBeUndefined();
  library.fetch(name);
  expect(count).toBe(1);
});

it('tells of a failure, and tries again when asked', async () => {
  let count = 0;
  const { library, entry } = setUp(async () => {
    count++;
    throw new Error('no route to the registry');
  });
  library.fetch(name);
  await expect.poll(() => entry().download?.state).toBe('failed');
  library.fetch(name);
  expect(count).toBe(2);
});

it('stops the downloads when the server stops', async () => {
  let stopped: AbortSignal | undefined;
  const { library } = setUp(async (_names, signal) => {
    stopped = signal;
  });
  library.fetch(name);
  library.close();
  expect(stopped!.aborted).toBe(true);
});
