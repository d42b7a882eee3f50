// What a clean clone lacks before anything of ours can run: dependencies, then the build.
// Plain Node without imports from node_modules, since it runs before they exist.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPrepareLock } from './prepare-lock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamps = join(root, 'node_modules', '.locutor');

const steps = [
  {
    name: 'dependencies',
    mark: dependencyMark,
    work() {
      say('Installing dependencies (once, about a minute)');
      run('npm', ['ci', '--no-audit', '--no-fund']);
    },
  },
  {
    name: 'build',
    mark: buildMark,
    work() {
      say('Building');
      const compile = (...projects) =>
        run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', ...projects]);
      // The client's types are generated from the server's description of itself.
      compile('packages/server');
      run(process.execPath, [join(root, 'packages', 'client', 'scripts', 'generate-types.mjs')]);
      compile();
    },
  },
  {
    name: 'bundle',
    mark: bundleMark,
    work() {
      say('Bundling');
      run(process.execPath, [join(root, 'scripts', 'bundle.mjs')]);
    },
  },
  {
    name: 'console',
    mark: consoleMark,
    work() {
      say('Building the web page');
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
      run(process.execPath, [vite, 'build', '--logLevel', 'warn', join(root, 'packages', 'console')]);
    },
  },
  {
    name: 'docs',
    mark: docsMark,
    work() {
      say('Building the manual');
      run(process.execPath, [join(root, 'packages', 'docs', 'build.mjs')]);
    },
  },
];

/**
 * Installs and builds whatever is missing or older than its sources, unless another process is doing it already. A
 * server does not need the manual to start.
 */
export function prepare({ manual = true } = {}) {
  checkNode();
  const wanted = steps.filter(({ name }) => manual || name !== 'docs');
  if (wanted.every(isDone)) return;
  const lock = join(root, '.cache', 'prepare.lock');
  const onWait = (holder) =>
    say(`Process ${holder.replace(' ', ' on ')} is preparing; waiting for it (${lock})`);
  withPrepareLock(lock, onWait, () => {
    for (const step of wanted) finish(step);
  });
}

/** Builds the manual in a process of its own where it is missing or old, behind everything else that wants to run. */
export function prepareManual() {
  if (steps.every(isDone)) return;
  const child = spawn(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'ignore' });
  child.on('error', () => {});
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.unref();
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Locutor needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** Whether everything that a step depends on and makes is as it was when it last succeeded. */
function isDone({ name, mark }) {
  const stamp = join(stamps, name);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(mark());
}

function finish(step) {
  if (isDone(step)) return;
  step.work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, step.name), digest(step.mark()));
}

function digest(mark) {
  return createHash('sha256').update(`${process.platform} ${process.arch}\n${mark}`).digest('hex');
}

/** By content, since a checkout gives files new times. */
function dependencyMark() {
  return ['package-lock.json', '.npmrc'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

/** The page, and what it is made of beside its own sources. */
function consoleMark() {
  const folder = join('packages', 'console');
  const files = ['index.html', 'package.json', 'vite.config.mjs'].map((file) => join(folder, file));
  const sources = ['packages/console/src', 'packages/client/dist', 'packages/transcripts/dist', 'grammars']
    .flatMap((each) => readdirSync(join(root, each), { recursive: true }).map((file) => join(each, file)))
    .filter((file) => statSync(join(root, file)).isFile() && !file.endsWith('.map'));
  const built = existsSync(join(root, folder, 'dist', 'page', 'index.html')) ? 'built' : 'not built';
  return [built, ...[...files, ...sources].sort().map(fileMark)].join('\n');
}

function fileMark(file) {
  const { mtimeMs, size } = statSync(join(root, file));
  return `${file} ${mtimeMs} ${size}`;
}

/** By time and size, since reading every source would take longer than the start itself. */
function buildMark() {
  const marks = [];
  const folders = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  for (const folder of [...folders, 'bench']) {
    marks.push(`${folder} ${existsSync(join(root, folder, 'dist')) ? 'built' : 'not built'}`);
    const sources = readdirSync(join(root, folder, 'src'), { recursive: true })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, 'src', file));
    for (const file of [join(folder, 'tsconfig.json'), join(folder, 'package.json'), ...sources.sort()]) {
      marks.push(fileMark(file));
    }
  }
  return marks.join('\n');
}

/** What the compiler wrote last, and the dependencies. */
function bundleMark() {
  const builds = readdirSync(join(root, 'packages')).map((name) =>
    join('packages', name, 'tsconfig.tsbuildinfo'),
  );
  const files = [...builds, join('node_modules', '.package-lock.json'), join('scripts', 'bundle.mjs')];
  const bundle = join(root, 'packages', 'server', 'dist', 'bundle', 'sources.json');
  const built = existsSync(bundle) ? 'built' : 'not built';
  return [built, ...files.filter((file) => existsSync(join(root, file))).map(fileMark)].join('\n');
}

/** The pages, the READMEs that they link to, and what makes a site of them. */
function docsMark() {
  const listed = (folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file));
  const readmes = [...listed('packages'), ...listed('training')].filter(
    (file) => file.endsWith('README.md') && !/[\\/](?:node_modules|dist)[\\/]/.test(file),
  );
  const own = ['package.json', 'build.mjs'].map((file) => join('packages', 'docs', file));
  const files = [
    ...listed('docs'),
    ...listed('packages/docs/.vitepress'),
    ...listed('packages/docs/src'),
    ...own,
    ...readmes,
  ];
  const built = existsSync(join(root, 'packages', 'docs', 'dist', 'site', 'index.html'))
    ? 'built'
    : 'not built';
  return [
    built,
    ...files
      .filter((file) => statSync(join(root, file)).isFile())
      .sort()
      .map(fileMark),
  ].join('\n');
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
