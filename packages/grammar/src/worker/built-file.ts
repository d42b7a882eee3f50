/**
 * The compiled file for a module path given relative to the caller. Threads are plain Node and cannot run
 * TypeScript; under the test runner the caller is a source file, so its `src` is swapped for `dist`.
 */
export function builtFile(relative: string, callerUrl: string): URL {
  const { href } = new URL(relative, callerUrl);
  const built = callerUrl.endsWith('.ts') ? href.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : href;
  return new URL(built.replace(/\.ts$/, '.js'));
}
