import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from './support/server.ts';

const RUNTIME = 'onnxruntime-node';

/** Everything that a module imports, also later: files of ours by their paths, packages of others by their names. */
async function closure(entry: string) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'others',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@locutor/') ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  const files = Object.keys(metafile.inputs);
  const others = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  return { files, others: [...new Set(others)] };
}

const ofInference = (file: string) => file.startsWith('packages/inference/');

test.each([
  'packages/engine/dist/index.js',
  'packages/server/dist/index.js',
  'packages/server/dist/cli/main.js',
])('the main process never loads the inference library: %s', async (entry) => {
  const { files, others } = await closure(entry);
  expect(files).toContain('packages/contract/dist/index.js');
  expect(files.filter(ofInference)).toEqual([]);
  expect(others).not.toContain(RUNTIME);
});

test('an engine process does, and nothing of the main process', async () => {
  const { files, others } = await closure('packages/inference/dist/jobs/registry.js');
  expect(others).toContain(RUNTIME);
  expect(files.filter((file) => /^packages\/(?:engine|server)\//.test(file))).toEqual([]);
});

test('the bundles keep the two apart', () => {
  const folder = join(root, 'packages', 'server', 'dist', 'bundle');
  const code = (file: string) => readFileSync(join(folder, file), 'utf8');
  const imported = (file: string) =>
    [...code(file).matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, path]) => path!);
  const reached = (entry: string) => {
    const found = new Set([entry]);
    for (const file of found)
      for (const path of imported(file)) if (path.startsWith('./')) found.add(path.slice(2));
    return [...found];
  };
  const withRuntime = (entry: string) => reached(entry).filter((file) => code(file).includes(`"${RUNTIME}"`));
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['locutor.js', 'engine.js', 'jobs.js']));
  expect(reached('locutor.js').length).toBeGreaterThan(5);
  expect(withRuntime('locutor.js')).toEqual([]);
  expect(withRuntime('jobs.js')).not.toEqual([]);
});
