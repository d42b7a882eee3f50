import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./dist/page/', import.meta.url));

/** The folder of the built page; undefined where it was not built. */
export function consoleFolder() {
  return existsSync(`${folder}index.html`) ? folder : undefined;
}
