import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder, root } from './support/server.ts';

const MEGABYTE = 1e6;

function run(program: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  expect([status, status === 0 ? '' : `${stdout}\n${stderr}`]).toEqual([0, '']);
  return stdout;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

it('makes a tarball that installs elsewhere, is small and transcribes', { timeout: 600_000 }, async () => {
  const folder = newFolder();
  const packed = run(process.execPath, [join(root, 'scripts', 'pack.mjs'), '--out', folder], root);
  const tarball = readdirSync(folder).find((name) => /^locutor-\d+\.\d+\.\d+\.tgz$/.test(name))!;
  expect(packed).toContain(tarball);
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`], folder);

  const files = filesIn(join(folder, 'node_modules'));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes / MEGABYTE).toBeLessThan(250);
  const ours = files.filter((file) => file.includes('/locutor/node_modules/'));
  expect(ours.filter((file) => /\.map$|\.d\.ts$|\.test\.|\/testing\/|\/bench\//.test(file))).toEqual([]);
  const binaries = ours.filter((file) => /onnxruntime_binding\.node$/.test(file));
  expect(binaries).toEqual([expect.stringContaining(join(process.platform, process.arch))]);
  const runtime = join(folder, 'node_modules/locutor/node_modules/onnxruntime-node/package.json');
  expect(JSON.parse(readFileSync(runtime, 'utf8'))).not.toHaveProperty('scripts');

  const speech = join(root, 'test', 'fixtures', 'sentence.flac');
  const said = run('npx', ['--offline', 'locutor', 'recognize', speech], folder);
  expect(said).toBe('good morning i want to speak with an agent\n');
  expect(run('npx', ['--offline', 'locutor', '--version'], folder)).toBe('0.1.0\n');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
