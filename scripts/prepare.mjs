// What a clean clone lacks before anything of ours can run: dependencies, then the build.
// Plain Node without imports from node_modules, since it runs before they exist.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPrepareLock } from './prepare-lock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const stamps = join(root, 'node_modules', '.locutor');
const node = (...args) => run(process.execPath, args);
const module = (...path) => join(root, 'node_modules', ...path);

/** The steps of a build, in this order where one needs another. A step is done again where its mark has changed. */
const STEPS = {
  // Serving needs a third of what tests, benchmarks and the manual need.
  'serving dependencies': {
    mark: dependencyMark,
    isDone: () => isMarked('dependencies') || isMarked('serving dependencies'),
    async work() {
      say('Installing what serving needs (once, about 20 seconds)');
      await install(['ci', '--omit=dev']);
    },
  },
  dependencies: {
    mark: dependencyMark,
    async work() {
      say('Installing dependencies (once, about half a minute)');
      // A server may be running on what is installed already: nothing of that is removed.
      await install(isMarked('serving dependencies') ? ['install', '--no-save'] : ['ci']);
    },
  },
  build: {
    mark: buildMark,
    async work() {
      say('Compiling');
      const compile = (...projects) => node(module('typescript', 'bin', 'tsc'), '-b', ...projects);
      // The client's types are generated from the server's description of itself.
      await compile('packages/server');
      await node(join(root, 'packages', 'client', 'scripts', 'generate-types.mjs'));
      await compile();
    },
  },
  bundle: {
    mark: bundleMark,
    async work() {
      say('Bundling');
      await node(join(root, 'scripts', 'bundle.mjs'));
    },
  },
  page: {
    mark: pageMark,
    async work() {
      say('Building the web page');
      await node(
        module('vite', 'bin', 'vite.js'),
        'build',
        '--logLevel',
        'warn',
        join(root, 'packages', 'console'),
      );
    },
  },
  manual: {
    mark: manualMark,
    async work() {
      say('Building the manual');
      await node(join(root, 'packages', 'docs', 'build.mjs'));
    },
  },
};

/** A server needs these to start. */
export const COMMAND = ['serving dependencies', 'bundle'];
/** Tests and benchmarks need these. */
export const TESTED = ['dependencies', 'build', 'bundle', 'page'];
export const ALL = [...TESTED, 'manual'];

export const isPrepared = (names) => names.every(isDone);

/** Makes whatever is missing or older than its sources, once another process that does so has ended. */
export async function prepare(names) {
  checkNode();
  if (isPrepared(names)) return;
  const lock = join(root, '.cache', 'prepare.lock');
  const onWait = (holder) =>
    say(`Process ${holder.replace(' ', ' on ')} is preparing; waiting for it (${lock})`);
  await withPrepareLock(lock, onWait, async () => {
    for (const name of names) await finish(name);
  });
}

/** Builds the manual in a process of its own where it is missing or old, behind everything else that wants to run. */
export function prepareManual() {
  if (isPrepared(ALL)) return;
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

const isDone = (name) => STEPS[name].isDone?.() ?? isMarked(name);

/** Whether everything that a step depends on and makes is as it was when it last succeeded. */
function isMarked(name) {
  const stamp = join(stamps, name);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(STEPS[name].mark());
}

async function finish(name) {
  if (isDone(name)) return;
  await STEPS[name].work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), digest(STEPS[name].mark()));
}

/** npm keeps what it has downloaded, so that a second try goes on where the first one stopped. */
async function install(args) {
  await run('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline'], (code) => {
    const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], {
      encoding: 'utf8',
      shell: isWindows,
    });
    const registry = stdout?.trim() || 'the npm registry';
    say(
      `The dependencies could not be installed. Is ${registry} reachable? The same command goes on where this one stopped.`,
    );
    process.exit(code ?? 1);
  });
  keepOwnBinaries();
}

/** Removes the inference library of other platforms: 250 of its 290 MB. */
function keepOwnBinaries() {
  const folder = module('onnxruntime-node', 'bin', 'napi-v6');
  const own = join(process.platform, process.arch);
  const platforms = readdirSync(folder).flatMap((os) =>
    readdirSync(join(folder, os)).map((cpu) => join(os, cpu)),
  );
  for (const each of platforms) {
    if (each !== own) rmSync(join(folder, each), { recursive: true, force: true });
  }
}

function digest(mark) {
  return createHash('sha256').update(`${process.platform} ${process.arch}\n${mark}`).digest('hex');
}

/** By content, since a checkout gives files new times. */
function dependencyMark() {
  return ['package-lock.json', '.npmrc'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

/** The page, and what it is made of beside its own sources. */
function pageMark() {
  const folder = join('packages', 'console');
  const files = ['index.html', 'package.json', 'vite.config.mjs'].map((file) => join(folder, file));
  const sources = ['packages/console/src', 'packages/client/src', 'packages/transcripts/src', 'grammars']
    .flatMap((each) => readdirSync(join(root, each), { recursive: true }).map((file) => join(each, file)))
    .filter((file) => statSync(join(root, file)).isFile() && !/[\\/]generated[\\/]/.test(file));
  const built = existsSync(join(root, folder, 'dist', 'page', 'index.html')) ? 'built' : 'not built';
  return [built, ...[...files, ...sources].sort().map(fileMark)].join('\n');
}

function fileMark(file) {
  const { mtimeMs, size } = statSync(join(root, file));
  return `${file} ${mtimeMs} ${size}`;
}

/** By time and size, since reading every source would take longer than the start itself. */
function buildMark() {
  const folders = [...packages(), 'bench'];
  return folders.flatMap((folder) => [builtMark(folder), ...sourceMarks(folder)]).join('\n');
}

/** The sources of the server and of what it is made of, and the dependencies. */
function bundleMark() {
  const built = existsSync(join(root, 'packages', 'server', 'dist', 'bundle', 'locutor.js'))
    ? 'built'
    : 'not built';
  return [
    built,
    dependencyMark(),
    fileMark(join('scripts', 'bundle.mjs')),
    ...packages().flatMap(sourceMarks),
  ].join('\n');
}

const packages = () => readdirSync(join(root, 'packages')).map((name) => join('packages', name));
const builtMark = (folder) => `${folder} ${existsSync(join(root, folder, 'dist')) ? 'built' : 'not built'}`;

function sourceMarks(folder) {
  const sources = readdirSync(join(root, folder, 'src'), { recursive: true })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('generated'))
    .map((file) => join(folder, 'src', file));
  return [join(folder, 'tsconfig.json'), join(folder, 'package.json'), ...sources.sort()].map(fileMark);
}

/** The pages, the READMEs that they link to, and what makes a site of them. */
function manualMark() {
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

/** Runs a program in the root of the checkout; where it fails, this process ends as well. */
export async function run(command, args, onFailure = (code) => process.exit(code ?? 1)) {
  // On Windows npm is a script that only a shell can start.
  const shell = isWindows && command === 'npm';
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell });
  const end = () => child.kill();
  process.once('exit', end);
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  if (code !== 0) onFailure(code);
}

export function say(text) {
  console.error(`\u25b8 ${text}`);
}
