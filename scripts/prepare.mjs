// What a clean clone lacks before anything of ours can run: dependencies, then the build.
// Plain Node without imports from node_modules, since it runs before they exist.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamps = join(root, 'node_modules', '.locutor');

/** Installs and builds whatever is missing or older than its sources. */
export function prepare() {
  checkNode();
  step('dependencies', ['package-lock.json', '.npmrc'], () => {
    say('Installing dependencies (once, about a minute)');
    run('npm', ['ci', '--no-audit', '--no-fund']);
  });
  step('build', sources(), () => {
    say('Building');
    run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b']);
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Locutor needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** Does the work unless the files it depends on are as they were when it last succeeded. */
function step(name, files, work) {
  const stamp = join(stamps, name);
  const fingerprint = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) fingerprint.update(`\n${file} ${contentMark(name, join(root, file))}`);
  const now = fingerprint.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, now);
}

// Lock and settings by content, since a checkout gives them new times; sources by time and size, since
// reading them all would take longer than the start itself.
function contentMark(name, path) {
  if (name === 'dependencies') return readFileSync(path, 'utf8');
  const { mtimeMs, size } = statSync(path);
  return `${mtimeMs} ${size}`;
}

function sources() {
  const found = ['tsconfig.json', 'tsconfig.base.json'];
  const folders = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  for (const folder of [...folders, 'bench']) {
    found.push(join(folder, 'tsconfig.json'), join(folder, 'package.json'));
    for (const file of readdirSync(join(root, folder, 'src'), { recursive: true })) {
      if (file.endsWith('.ts')) found.push(join(folder, 'src', file));
    }
    // A deleted dist must be noticed.
    found.push(existsSync(join(root, folder, 'dist')) ? folder : join(folder, 'package.json'));
  }
  return found.sort();
}

export function run(command, args, options = {}) {
  // On Windows npm is a script that only a shell can start.
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

export function say(text) {
  console.error(`\u25b8 ${text}`);
}
