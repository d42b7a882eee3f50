import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../server.ts';
import type { Manifest } from './render.ts';

/** Kinds that are not Kubernetes' own. */
const FOREIGN = ['keda.sh', 'monitoring.coreos.com'];

/**
 * What TypeScript finds wrong with objects against Kubernetes' own types, unknown fields included: the validators of the
 * same package let those pass.
 */
export function typeProblems(manifests: readonly Manifest[]): string {
  const own = manifests.filter(({ apiVersion }) => !FOREIGN.some((group) => apiVersion.startsWith(group)));
  const lines = own.flatMap(({ apiVersion, kind, ...rest }, index) => [
    `import type { I${kind} as T${index} } from 'kubernetes-models/${apiVersion}';`,
    `export const m${index}: T${index} = ${JSON.stringify({ apiVersion, kind, ...rest })};`,
  ]);
  // Below node_modules the package is found, and git does not look.
  const folder = join(root, 'node_modules', '.cache', `locutor-helm-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', 'node'];
    const modules = ['--module', 'nodenext', '--target', 'es2022'];
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ...options, ...modules, file],
      { encoding: 'utf8', cwd: root },
    );
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
