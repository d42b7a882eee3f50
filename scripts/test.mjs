// npm test: dependencies, build, lint, arrows between packages, types of the tests, models, then every suite.
import { join } from 'node:path';
import { prepare, root, run, say } from './prepare.mjs';

const modules = join(root, 'node_modules');
const node = (path, ...args) => run(process.execPath, [join(modules, path), ...args]);

prepare();
const only = process.argv.slice(2);
if (only.length === 0) {
  say('Lint and format');
  node('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.');
  say('Arrows between packages and their rooms');
  run(process.execPath, [join(root, 'scripts', 'check-arrows.mjs')]);
  say('Types of the tests');
  node('typescript/bin/tsc', '-p', 'tsconfig.test.json');
}
say('Models');
run(process.execPath, [join(root, 'packages', 'server', 'bin', 'locutor.mjs'), 'models', 'fetch']);
say('Tests');
node('vitest/vitest.mjs', 'run', ...only);
