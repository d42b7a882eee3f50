import { fileURLToPath } from 'node:url';

/**
 * The compiled file for a module path given relative to the caller.
 * Child processes are plain Node and cannot run TypeScript; under the test runner the caller is a source
 * file, so its `src` is swapped for `dist`.
 */
export function builtFile(relative: string, callerUrl: string): string {
  const file = fileURLToPath(new URL(relative, callerUrl));
  const built = callerUrl.endsWith('.ts')
    ? file.replace(/([\\/])src([\\/])(?!.*[\\/]src[\\/])/, '$1dist$2')
    : file;
  return built.replace(/\.ts$/, '.js');
}
