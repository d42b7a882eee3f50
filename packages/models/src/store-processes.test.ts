import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeRegistry, startRegistry } from '../test/fake-registry.ts';
import { type PackedModel, smallModel } from '../test/packed-model.ts';
import { registryEnv } from '../test/registry-settings.ts';
import { type StoreProcess, startStoreProcess } from '../test/store-process.ts';
import { ModelStore } from './store.ts';

let folder: string;
let dir: string;
let packed: PackedModel;
let registry: FakeRegistry;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'models-'));
  dir = join(folder, 'store');
  packed = smallModel();
  registry = await startRegistry([packed]);
});

afterEach(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(
  options: { env?: Record<string, string>; nodeArgs?: string[]; after?: string } = {},
): StoreProcess {
  return startStoreProcess(folder, {
    ...options,
    models: [packed.model],
    argv: ['--dir', dir, 'small'],
    env: { ...registryEnv(registry.url), ...options.env },
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Names in the model's folder; none while it does not exist. */
function inFolder(): string[] {
  try {
    return readdirSync(join(dir, 'small')).sort();
  } catch {
    return [];
  }
}

const whole = ['.stamp.json', 'decoder.bin', 'encoder.onnx'];

describe('a process killed in the middle', () => {
  test('keeps its finished file; the next one clears up and fetches only the rest', async () => {
    registry.pauseMs = 15;
    const first = start();
    await until(
      () => inFolder().includes('encoder.onnx') && inFolder().some((n) => /decoder.*part$/.test(n)),
    );
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe(null);
    expect(inFolder()).toContain('.lock');

    registry.pauseMs = 0;
    const second = start();
    expect(await second.ended).toBe(0);
    expect(second.output()).toContain('decoder.bin is in place');
    expect(second.output()).not.toContain('encoder.onnx is in place');
    expect(inFolder()).toEqual(whole);
    expect(await new ModelStore({ dir, models: [packed.model] }).verify(['small'])).toEqual([]);
  });

  test('before its stamp was written costs a look, not a download', async () => {
    expect(await start().ended).toBe(0);
    rmSync(join(dir, 'small', '.stamp.json'));
    const again = start();
    expect(await again.ended).toBe(0);
    expect(registry.tarballRequests()).toBe(1);
  });
});

test('two processes at once download once, and the second says that it waits', async () => {
  registry.pauseMs = 15;
  const first = start();
  await until(() => inFolder().includes('.lock'));
  const second = start();
  expect(await first.ended).toBe(0);
  expect(await second.ended).toBe(0);
  expect(registry.tarballRequests()).toBe(1);
  expect(second.output()).toContain(`Process ${first.child.pid} on`);
  expect(second.output()).toContain('is working on model small; waiting for it.');
  expect(inFolder()).toEqual(whole);
});

test('many processes at once leave one whole model', async () => {
  registry.pauseMs = 2;
  const many = Array.from({ length: 5 }, () => start());
  expect(await Promise.all(many.map((one) => one.ended))).toEqual([0, 0, 0, 0, 0]);
  expect(registry.tarballRequests()).toBe(1);
  expect(inFolder()).toEqual(whole);
  expect(await new ModelStore({ dir, models: [packed.model] }).verify(['small'])).toEqual([]);
});

describe('with every way to the network trapped', () => {
  let trap: string;
  beforeEach(() => {
    trap = join(folder, 'trap.cjs');
    writeFileSync(
      trap,
      `const refuse = (what) => () => { console.error('TRAPPED ' + what); process.exit(77); };
       require('node:net').Socket.prototype.connect = refuse('connect');
       const dns = require('node:dns');
       dns.lookup = refuse('lookup'); dns.promises.lookup = refuse('lookup');
       require('node:dgram').createSocket = refuse('datagram');`,
    );
  });
  const closed = { npm_config_registry: 'http://127.0.0.1:9/' };

  test('a store that has everything is content', async () => {
    expect(await start().ended).toBe(0);
    const offline = start({ nodeArgs: ['--require', trap], env: closed });
    expect(await offline.ended).toBe(0);
    expect(offline.output()).toBe(`Every model asked for is ready in ${dir}.\n`);
  });

  test('a store that lacks something runs into the trap', async () => {
    const offline = start({ nodeArgs: ['--require', trap], env: closed });
    expect(await offline.ended).toBe(77);
    expect(offline.output()).toContain('TRAPPED');
  });
});

describe('a place that cannot be written', () => {
  test.skipIf(process.platform === 'win32')(
    'no room: the fetch says so and leaves nothing behind',
    async () => {
      // A limit on the size of written files is the one refusal of this kind that needs no special rights.
      const limited = start({ after: 'ulimit -f 40' });
      expect(await limited.ended).toBe(1);
      expect(limited.output()).toMatch(/Cannot write .*: the file is larger than this process may write\./);
      expect(inFolder().filter((name) => name !== '.stamp.json')).toEqual([]);
    },
  );

  test.skipIf(process.platform !== 'linux')('a read-only folder: the fetch says so', async () => {
    const owned = process.getuid?.() === 0 ? '/sys/kernel' : join(folder, 'locked');
    if (process.getuid?.() !== 0) mkdirSync(owned, { mode: 0o555 });
    dir = join(owned, 'store');
    const refused = start();
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/Cannot write .*store.*: the folder (is read-only|may not be written)/);
  });
});
