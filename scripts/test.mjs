// npm test [-- FILTERS | --changed [REVISION] | --profile]: dependencies, build, models, lint, arrows between packages,
// types of the tests, then every suite.
import { join } from 'node:path';
import { affectedTests } from './changed.mjs';
import { ALL, prepare, root, run, say, TESTED } from './prepare.mjs';

const modules = join(root, 'node_modules');
const node = (path, ...args) => run(process.execPath, [join(modules, path), ...args]);
const script = (...path) => run(process.execPath, [join(root, ...path)]);

if (process.argv.includes('--profile')) process.env.PROFILE = 'all';
const only = process.argv.slice(2).filter((each) => each !== '--profile');
await prepare(TESTED);
// Each takes one core for 10 s and more where it has something to do; the checks of the code take 20 s.
say('Models, and the manual');
const others = Promise.all([
  run(process.execPath, [join(root, 'packages', 'server', 'bin', 'locutor.mjs'), 'models', 'fetch']),
  prepare(ALL),
]);
if (only.length === 0) {
  say('Lint and format');
  await node('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.');
  say('Arrows between packages and their rooms');
  await script('scripts', 'check-arrows.mjs');
  say('Types of the tests');
  await node('typescript/bin/tsc', '-p', 'tsconfig.test.json');
}
await others;
say('Tests');
const tests = only[0] === '--changed' ? affectedTests(only[1]) : ['run', ...only];
await node('vitest/vitest.mjs', ...tests);
