// Chooses the tests that a change can affect, for `npm test -- --changed [REVISION]`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** Whatever changes, these operations go on to answer as the interface says. */
const CONTRACT = ['contract', 'accept', 'recognize', 'interpret', 'encoders', 'verify', 'streaming'];

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n').filter(Boolean) : undefined;
}

/** The files that differ from the main branch, or from a revision, with those that git does not know yet. */
function changedFiles(revision) {
  const main = [revision, 'origin/main', 'main'].find((each) => each && git('rev-parse', '--verify', each));
  const base = main && git('merge-base', 'HEAD', main)?.[0];
  if (base === undefined) throw new Error(`There is no revision ${revision ?? 'main'} to compare with.`);
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return files.filter((file) => existsSync(join(root, file)));
}

/** The arguments for vitest: tests that import what changed, the contract, and the pages where one of them changed. */
export function affectedTests(revision) {
  const files = changedFiles(revision);
  const pages = files.some((file) => /^(?:docs|README)/.test(file)) ? ['docs'] : [];
  const always = [...CONTRACT, ...pages].map((name) => `test/${name}.test.ts`);
  return ['related', '--run', ...always, ...files.filter((file) => /\.(?:tsx?|mjs)$/.test(file))];
}
