import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Requests that once failed, byte for byte; every run sends them again before it makes new ones. */
export const CORPUS = fileURLToPath(new URL('../../../test/fixtures/fuzz/', import.meta.url));

export function keptCases(folder = CORPUS): { readonly name: string; readonly bytes: Buffer }[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.http'));
  return names.sort().map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

/** Writes a failing case; its path. */
export function keepCase(kind: string, bytes: Buffer, folder = CORPUS): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${kind}-${hash}.http`);
  writeFileSync(path, bytes);
  return path;
}
