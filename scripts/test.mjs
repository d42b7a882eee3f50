// npm test: dependencies, build, models, lint, arrows between packages, types of the tests, then every suite.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { prepare, root, run, say } from './prepare.mjs';

const modules = join(root, 'node_modules');
const node = (path, ...args) => run(process.execPath, [join(modules, path), ...args]);

/** Runs beside what follows, and gives its exit code. */
async function start(...args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

const only = process.argv.slice(2);
prepare({ manual: false });
// Each takes one core for 10 s and more where it has something to do; the checks of the code take 20 s.
say('Models, and the manual');
const others = [
  start(join(root, 'packages', 'server', 'bin', 'locutor.mjs'), 'models', 'fetch'),
  start(join(root, 'scripts', 'build.mjs')),
];
if (only.length === 0) {
  say('Lint and format');
  node('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.');
  say('Arrows between packages and their rooms');
  run(process.execPath, [join(root, 'scripts', 'check-arrows.mjs')]);
  say('Types of the tests');
  node('typescript/bin/tsc', '-p', 'tsconfig.test.json');
}
const failed = (await Promise.all(others)).find((code) => code !== 0);
if (failed !== undefined) process.exit(failed);
say('Tests');
node('vitest/vitest.mjs', 'run', ...only);
