import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { checkClock } from './clock.ts';
import { examine } from './examine.ts';
import { checkMemory, checkNode, checkProcessor } from './machine.ts';
import { checkModels } from './models.ts';
import { checkPort } from './port.ts';
import { checkProxy } from './proxy.ts';
import { checkDataFolder, checkDisk } from './storage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locutor-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const configured = (env: NodeJS.ProcessEnv = {}) =>
  loadConfig({ LOCUTOR_DATA_DIR: folder, ...env }, folder).config;

it.each([
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
  ['20.18.3', 'failure'],
  ['18.20.0', 'failure'],
])('Node %s is %s', (version, state) => {
  expect(checkNode(version).state).toBe(state);
});

it.runIf(process.arch === 'x64')('a processor without AVX2 is slow', () => {
  expect(checkProcessor(new Set(['sse4_2', 'fma']))).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('without avx2'),
  });
  expect(checkProcessor(new Set(['avx2', 'fma']))).toMatchObject({ state: 'ok' });
});

it.each([
  [16, 'ok'],
  [1, 'warning'],
  [0.5, 'failure'],
])('%s GiB of memory for three processes: %s', (gib, state) => {
  expect(checkMemory({ workers: 3, localEngine: true }, gib * 1024 ** 3).state).toBe(state);
});

it.each([
  [{}, 'ok', 'none'],
  [
    { https_proxy: 'http://me:secret@proxy:3128', NO_PROXY: 'localhost,127.0.0.1' },
    'ok',
    'HTTPS_PROXY proxy:3128',
  ],
  [
    { HTTP_PROXY: 'http://proxy:3128' },
    'warning',
    'HTTP_PROXY proxy:3128; NO_PROXY lacks localhost and 127.0.0.1',
  ],
  [{ HTTP_PROXY: 'secret@' }, 'failure', 'HTTP_PROXY is not an address'],
])('the proxy of %j', (env, state, found) => {
  expect(checkProxy(env)).toMatchObject({ state, found });
});

it('tells a data folder for one user from one for all', () => {
  chmodSync(folder, 0o700);
  expect(checkDataFolder({ dataDir: folder }).state).toBe('ok');
  chmodSync(folder, 0o755);
  expect(checkDataFolder({ dataDir: folder })).toMatchObject({
    state: 'warning',
    advice: `Run: chmod 700 ${folder}`,
  });
  expect(checkDataFolder({ dataDir: join(folder, 'new', 'one') })).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('does not exist yet'),
  });
  writeFileSync(join(folder, 'file'), '');
  expect(checkDataFolder({ dataDir: join(folder, 'file') }).state).toBe('failure');
});

it('measures both disks, also of folders that do not exist yet', () => {
  const checks = checkDisk(configured({ LOCUTOR_MODELS_DIR: join(folder, 'a', 'b') }));
  expect(checks.map(({ name }) => name)).toEqual(['data disk', 'models disk']);
  for (const { found } of checks) expect(found).toMatch(/^\d+\.\d GiB free for /);
});

it('finds a clock that was set back', () => {
  writeFileSync(join(folder, 'locutor.db'), '');
  expect(checkClock({ dataDir: folder }).state).not.toBe('failure');
  expect(checkClock({ dataDir: folder }, Date.UTC(2001, 0, 1))).toMatchObject({ state: 'failure' });
});

it('says who has the port', async () => {
  let body = '{"ready":true}';
  const server = createServer((_, response) => void response.end(body)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const at = { host: '127.0.0.1', port, pathPrefix: '' };
  expect(await checkPort(at)).toMatchObject({ state: 'ok', found: expect.stringContaining('is ready') });
  body = '{"ready":false}';
  expect(await checkPort(at)).toMatchObject({ state: 'warning' });
  body = '<html>';
  expect(await checkPort(at)).toMatchObject({
    state: 'failure',
    found: expect.stringContaining('another program'),
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await checkPort(at)).toMatchObject({ state: 'ok', found: expect.stringContaining('is free') });
  expect(await checkPort({ ...at, host: '203.0.113.1' })).toMatchObject({ state: 'failure' });
});

it('says which models are missing, and whether a start would fetch them', async () => {
  const empty = { LOCUTOR_MODELS_DIR: join(folder, 'models') };
  expect(await checkModels(configured(empty))).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('silero-vad'),
  });
  expect(await checkModels(configured({ ...empty, LOCUTOR_MODELS_FETCH: 'never' }))).toMatchObject({
    state: 'failure',
    advice: expect.stringContaining('npx locutor models fetch'),
  });
});

it('stops at a configuration that cannot be used', async () => {
  const names: string[] = [];
  let last: unknown;
  for await (const check of examine(() => loadConfig({ LOCUTOR_PORT: 'many' }, folder))) {
    names.push(check.name);
    last = check;
  }
  expect(names).toEqual(['node', 'processor', 'proxy', 'configuration']);
  expect(last).toMatchObject({ state: 'failure', found: expect.stringContaining('LOCUTOR_PORT') });
});
