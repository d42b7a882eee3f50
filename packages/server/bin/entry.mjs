import { readFileSync, statSync } from 'node:fs';

const bundle = new URL('../dist/bundle/', import.meta.url);

/** The module with `main`: the bundle, or the modules themselves where one of them was built after it. */
export const entry = isCurrent()
  ? new URL('locutor.js', bundle)
  : new URL('../dist/cli/main.js', import.meta.url);

/** The package has only the bundle's side of this: sources that are not there cannot be newer. */
function isCurrent() {
  try {
    const sources = JSON.parse(readFileSync(new URL('sources.json', bundle), 'utf8'));
    return sources.every(([file, time]) => {
      const { mtimeMs = time } = statSync(new URL(file, bundle), { throwIfNoEntry: false }) ?? {};
      return mtimeMs === time;
    });
  } catch {
    // It was not made.
    return false;
  }
}
