import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../packages/server/src/config/index.ts';
import { newFolder, root } from './support/server.ts';

const deploy = join(root, 'deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment: Record<string, string>;
  readonly secrets: readonly string[];
  readonly volumes: readonly string[];
  readonly [option: string]: unknown;
}
interface Compose {
  readonly services: Record<'locutor' | 'database', Service>;
  readonly secrets: Record<string, { readonly file: string }>;
  readonly volumes: Record<string, unknown>;
  readonly networks: Record<string, { readonly internal?: boolean }>;
}

describe('the Dockerfile', () => {
  const stages = read('Dockerfile')
    .split(/^(?=FROM )/m)
    .slice(1);

  it('has nothing that a builder would complain about', () => {
    expect(validate(read('Dockerfile'))).toEqual([]);
  });

  it('ends in an image without the build, whose user is not root', () => {
    expect(stages).toHaveLength(2);
    const last = stages.at(-1)!;
    expect(last).toMatch(/^COPY --from=build \S+ \S+$/m);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).not.toMatch(/npm|^USER root/m);
  });

  it('copies what exists and what its ignore file lets through', () => {
    const passes = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    for (const path of passes.filter((each) => !each.includes('*'))) {
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    }
    expect(passes).toContain('grammars');
  });
});

describe('compose.yaml', () => {
  const { services, secrets, volumes, networks } = parse(read('compose.yaml')) as Compose;
  const { locutor, database } = services;

  it('names files, volumes and networks that exist', () => {
    expect(existsSync(join(deploy, locutor.build!.context, locutor.build!.dockerfile))).toBe(true);
    const used = [locutor, database].flatMap((each) => each.volumes.map((volume) => volume.split(':')[0]));
    expect(used.sort()).toEqual(Object.keys(volumes).sort());
    const named = [locutor, database].flatMap((each) => each.networks as string[]);
    expect(new Set(named)).toEqual(new Set(Object.keys(networks)));
    expect(networks.back!.internal).toBe(true);
  });

  it('lets nothing be written outside the volumes, and gives no privilege', () => {
    for (const service of [locutor, database]) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
    expect(locutor.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  });

  it('hands over secrets that the script makes and the server accepts', () => {
    const folder = join(newFolder(), 'secrets');
    const make = () => spawnSync(join(deploy, 'make-secrets.sh'), [folder], { encoding: 'utf8' });
    expect(make().status).toBe(0);
    expect(statSync(folder).mode & 0o077).toBe(0);
    const given = (name: string) => join(folder, name.split('/').at(-1)!);
    for (const service of [locutor, database]) {
      for (const name of service.secrets) expect(existsSync(given(secrets[name]!.file))).toBe(true);
    }
    const env = Object.fromEntries(
      Object.entries(locutor.environment).map(([name, value]) => [name, given(value)]),
    );
    const { config } = loadConfig(env, folder);
    expect(config.token).toMatch(/^[0-9a-f]{64}$/);
    expect(config.voiceprintKeys).toHaveLength(1);
    const password = readFileSync(given('database-password'), 'utf8');
    expect(config.databaseUrl).toBe(`postgres://locutor:${password}@database/locutor`);
    // A second run must not replace the keys of enrolled voices.
    expect([make().status, loadConfig(env, folder).config.token]).toEqual([1, config.token]);
  });
});

describe('the systemd unit', () => {
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  it('is one that systemd understands', (context) => {
    if (!hasSystemd) context.skip('systemd-analyze is not installed');
    // The program that the unit starts has to exist.
    const rootDir = newFolder();
    const program = join(rootDir, 'locutor');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    const unit = join(rootDir, 'locutor.service');
    writeFileSync(unit, read('locutor.service').replace('/opt/locutor/node_modules/.bin/locutor', program));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => line.includes('locutor.service'))]).toEqual([0, []]);
  });
});
