import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testCertificate } from '../test/certificate.ts';
import { startRegistry } from '../test/fake-registry.ts';
import { smallModel } from '../test/packed-model.ts';
import { useRegistry } from '../test/registry-settings.ts';
import { npmOptions } from './npm-options.ts';
import { ModelStore } from './store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'npm-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm settings', () => {
  let env: NodeJS.ProcessEnv;
  let project: string;
  beforeEach(() => {
    project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{}');
    env = { HOME: folder, npm_config_globalconfig: join(folder, 'none') };
  });

  test('come from the user, then the project, then the environment', async () => {
    writeFileSync(
      join(folder, '.npmrc'),
      `registry=https://user.example/\nproxy=http://proxy.example:1/\n//user.example/:_authToken=\${SECRET}\n`,
    );
    env.SECRET = 'from-the-environment';
    const user = await npmOptions(env, project);
    expect(user).toMatchObject({
      registry: 'https://user.example/',
      proxy: 'http://proxy.example:1/',
      '//user.example/:_authToken': 'from-the-environment',
    });
    writeFileSync(
      join(project, '.npmrc'),
      'registry=https://project.example/\n@scope:registry=https://s.example/\n',
    );
    expect(await npmOptions(env, project)).toMatchObject({
      registry: 'https://project.example/',
      '@scope:registry': 'https://s.example/',
    });
    env.npm_config_registry = 'https://env.example/';
    expect(await npmOptions(env, project)).toMatchObject({ registry: 'https://env.example/' });
  });

  test('a certificate file is read, and the environment is left as it was', async () => {
    const cafile = join(folder, 'ca.pem');
    writeFileSync(cafile, testCertificate.cert);
    env.npm_config_cafile = cafile;
    const before = { ...env };
    expect(await npmOptions(env, project)).toMatchObject({ ca: [testCertificate.cert.trim()] });
    expect(env).toEqual(before);
  });

  test('retries wait less than npm does, unless npm was told how long', async () => {
    expect(await npmOptions(env, project)).toMatchObject({ retry: { minTimeout: 1000, maxTimeout: 5000 } });
    env.npm_config_fetch_retry_mintimeout = '77';
    expect(await npmOptions(env, project)).toMatchObject({ retry: { minTimeout: 77, maxTimeout: 60_000 } });
  });

  test('a wish for old packages does not hide a pinned one', async () => {
    env.npm_config_before = '2001-01-01';
    expect(await npmOptions(env, project)).toMatchObject({ before: null });
  });
});

describe('a fetch obeys them', () => {
  test('an https registry is trusted by its cafile, and not without', async () => {
    const packed = smallModel();
    const registry = await startRegistry([packed], 'https');
    try {
      useRegistry(registry.url);
      const store = new ModelStore({ dir: join(folder, 'store'), models: [packed.model] });
      await expect(store.fetch(['small'])).rejects.toThrow('self-signed certificate');
      const cafile = join(folder, 'ca.pem');
      writeFileSync(cafile, testCertificate.cert);
      vi.stubEnv('npm_config_cafile', cafile);
      await store.fetch(['small']);
      expect(store.missing(['small'])).toEqual([]);
    } finally {
      await registry.close();
    }
  });

  test('a registry behind a proxy is reached through it', async () => {
    const packed = smallModel();
    const registry = await startRegistry([packed]);
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '');
      const { pathname } = new URL(request.url ?? '');
      httpRequest(new URL(pathname, registry.url), (answer) => answer.pipe(response)).end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    try {
      useRegistry('http://registry.invalid/');
      vi.stubEnv('npm_config_proxy', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`);
      const store = new ModelStore({ dir: join(folder, 'store'), models: [packed.model] });
      await store.fetch(['small']);
      expect(store.missing(['small'])).toEqual([]);
      expect(asked[0]).toMatch(/^http:\/\/registry\.invalid\/@models%2f?small/i);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
      await registry.close();
    }
  });
});
