// node scripts/pack.mjs [--out FOLDER] [--platforms linux-x64,linux-arm64|all]: makes locutor-VERSION.tgz, which
// "npm install FILE" turns into the locutor command anywhere, with nothing of this checkout but what runs.
//
// The internal packages travel inside, as bundled dependencies. So does onnxruntime-node, because npm can neither leave
// out the files of other platforms (245 of its 290 MB) nor skip the install script, which downloads GPU libraries.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { extract } from 'tar';
import { ALL, prepare, root } from './prepare.mjs';

const OURS = '@locutor/';
const PROGRAM = 'server';
const PAGE = `${OURS}console`;
const RUNTIME = 'onnxruntime-node';
/** Its folder of binaries: platform/arch. */
const BINARIES = 'bin/napi-v6';
const ALL_PLATFORMS = ['darwin-arm64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];
/** What compilers and editors want of a build, and what tests do. */
const NOT_NEEDED = /\.(map|d\.ts|tsbuildinfo)$|(^|[\\/])testing$|\.test\.js$/;

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
/** Without what the page is made of: the built page holds it. */
function packageOf(name) {
  const manifest = json(join(root, 'packages', name.replace(OURS, ''), 'package.json'));
  return name === PAGE ? { ...manifest, dependencies: {} } : manifest;
}
const installed = (name) => join(root, 'node_modules', name);

/** The packages of ours that the program needs, itself first. */
function internalPackages(name = OURS + PROGRAM, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const each of Object.keys(packageOf(name).dependencies ?? {})) {
    if (each.startsWith(OURS)) internalPackages(each, found);
  }
  return found;
}

/** What they need of others, at the versions that are tested here. */
function externalDependencies(internal) {
  const lock = json(join(root, 'package-lock.json')).packages;
  const versions = {};
  for (const name of internal) {
    const folder = name.replace(OURS, 'packages/');
    for (const each of Object.keys(packageOf(name).dependencies ?? {}).filter(
      (other) => !other.startsWith(OURS),
    )) {
      const { version } = lock[`${folder}/node_modules/${each}`] ?? lock[`node_modules/${each}`];
      if ((versions[each] ?? version) !== version) throw new Error(`${each} is used in two versions`);
      versions[each] = version;
    }
  }
  // Versions that the workspace forces on others' dependencies: a dependency of one's own does the same.
  for (const name of Object.keys(json(join(root, 'package.json')).overrides ?? {})) {
    const found = lock[`node_modules/${name}`];
    if (found && !found.dev) versions[name] = found.version;
  }
  return versions;
}

/** The folder of the runtime: the installed one, or npm's where a platform is wanted that is not installed here. */
function runtimeFor(platforms, stage) {
  const binaries = (folder) => platforms.map((each) => join(folder, BINARIES, ...each.split('-')));
  const here = installed(RUNTIME);
  if (binaries(here).every(existsSync)) return here;
  const { version } = json(join(here, 'package.json'));
  const folder = join(stage, 'runtime');
  const { file } = npmPack(stage, `${RUNTIME}@${version}`, stage);
  mkdirSync(folder);
  extract({ file, cwd: folder, strip: 1, sync: true });
  const missing = platforms.filter((_, at) => !existsSync(binaries(folder)[at]));
  if (missing.length > 0) {
    console.error(`There is no ${RUNTIME} for ${missing.join(', ')}.`);
    process.exit(2);
  }
  return folder;
}

function copyInternal(name, stage) {
  const from = join(root, 'packages', name.replace(OURS, ''));
  const to = join(stage, 'node_modules', name);
  const { files, devDependencies: _, ...manifest } = packageOf(name);
  // Of what is compiled, only the bundles run.
  for (const entry of files
    .filter((each) => !each.startsWith('!'))
    .map((each) => each.replace(/^dist$/, 'dist/bundle'))) {
    if (existsSync(join(from, entry))) cpSync(join(from, entry), join(to, entry), { recursive: true });
  }
  writeJson(join(to, 'package.json'), manifest);
}

function copyRuntime(from, platforms, stage) {
  const to = join(stage, 'node_modules', RUNTIME);
  for (const each of ['dist', 'README.md']) {
    const filter = (path) => !NOT_NEEDED.test(path);
    cpSync(join(from, each), join(to, each), { recursive: true, filter });
  }
  for (const platform of platforms) {
    const folder = join(BINARIES, ...platform.split('-'));
    cpSync(join(from, folder), join(to, folder), { recursive: true });
  }
  // Only the install script needs anything else.
  const { scripts: _, devDependencies: __, dependencies, ...manifest } = json(join(from, 'package.json'));
  const common = 'onnxruntime-common';
  writeJson(join(to, 'package.json'), { ...manifest, dependencies: { [common]: dependencies[common] } });
}

function writeManifest(internal, platforms, stage) {
  const { version, description, license, engines } = json(join(root, 'package.json'));
  const dependencies = externalDependencies(internal);
  const own = Object.fromEntries([...internal].map((name) => [name, packageOf(name).version]));
  writeJson(join(stage, 'package.json'), {
    name: 'locutor',
    version,
    description,
    license,
    type: 'module',
    engines,
    os: [...new Set(platforms.map((each) => each.split('-')[0]))],
    cpu: [...new Set(platforms.map((each) => each.split('-')[1]))],
    bin: { locutor: './bin/locutor.mjs' },
    files: ['bin', 'THIRD-PARTY.md'],
    dependencies: { ...dependencies, 'onnxruntime-common': dependencies[RUNTIME], ...own },
    bundleDependencies: [...internal, RUNTIME],
  });
  mkdirSync(join(stage, 'bin'));
  const program = `#!/usr/bin/env node\nimport '../node_modules/${OURS}${PROGRAM}/bin/locutor.mjs';\n`;
  writeFileSync(join(stage, 'bin', 'locutor.mjs'), program, { mode: 0o755 });
  for (const file of ['README.md', 'LICENSE', 'THIRD-PARTY.md']) cpSync(join(root, file), join(stage, file));
}

function writeJson(file, value) {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function npmPack(folder, what, out) {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', what, '--json', '--pack-destination', out], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
  const [{ filename, size, unpackedSize }] = JSON.parse(stdout);
  return { file: join(out, basename(filename)), size, unpackedSize };
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    platforms: { type: 'string', default: `${process.platform}-${process.arch}` },
  },
});
await prepare(ALL);
const platforms = values.platforms === 'all' ? ALL_PLATFORMS : values.platforms.split(',');
const folder = mkdtempSync(join(tmpdir(), 'locutor-pack-'));
const stage = join(folder, 'package');
try {
  mkdirSync(stage);
  const internal = internalPackages();
  for (const name of internal) copyInternal(name, stage);
  copyRuntime(runtimeFor(platforms, folder), platforms, stage);
  writeManifest(internal, platforms, stage);
  mkdirSync(values.out, { recursive: true });
  const { file, size, unpackedSize } = npmPack(stage, '.', resolve(values.out));
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  console.log(
    `${file}: ${megabytes(size)} MB, ${megabytes(unpackedSize)} MB unpacked, for ${platforms.join(', ')}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
