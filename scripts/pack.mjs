// node scripts/pack.mjs [--out FOLDER] [--platforms linux-x64,linux-arm64|all]: makes locutor-VERSION.tgz, which
// "npm install FILE" turns into the locutor command anywhere, with nothing of this checkout but what runs.
//
// The internal packages travel inside, as bundled dependencies. So does onnxruntime-node, because npm can neither leave
// out the files of other platforms (245 of its 290 MB) nor skip the install script, which downloads GPU libraries.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root } from './prepare.mjs';

const OURS = '@locutor/';
const PROGRAM = 'server';
const RUNTIME = 'onnxruntime-node';
/** Its folder of binaries: platform/arch. */
const BINARIES = 'bin/napi-v6';
/** What compilers and editors want of a build, and what tests do. */
const NOT_NEEDED = /\.(map|d\.ts|tsbuildinfo)$|(^|[\\/])testing$|\.test\.js$/;

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const packageOf = (name) => json(join(root, 'packages', name.replace(OURS, ''), 'package.json'));
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

/** Those that the runtime has binaries for, as "linux-x64". */
function knownPlatforms() {
  const folder = join(installed(RUNTIME), BINARIES);
  return readdirSync(folder).flatMap((os) => readdirSync(join(folder, os)).map((cpu) => `${os}-${cpu}`));
}

function copyInternal(name, stage) {
  const from = join(root, 'packages', name.replace(OURS, ''));
  const to = join(stage, 'node_modules', name);
  const { files, devDependencies: _, ...manifest } = packageOf(name);
  for (const entry of files.filter((each) => !each.startsWith('!'))) {
    if (!existsSync(join(from, entry))) continue;
    cpSync(join(from, entry), join(to, entry), { recursive: true, filter: (path) => !NOT_NEEDED.test(path) });
  }
  writeJson(join(to, 'package.json'), manifest);
}

function copyRuntime(platforms, stage) {
  const to = join(stage, 'node_modules', RUNTIME);
  for (const each of ['dist', 'README.md']) {
    const filter = (path) => !NOT_NEEDED.test(path);
    cpSync(join(installed(RUNTIME), each), join(to, each), { recursive: true, filter });
  }
  for (const platform of platforms) {
    const folder = join(BINARIES, ...platform.split('-'));
    cpSync(join(installed(RUNTIME), folder), join(to, folder), { recursive: true });
  }
  // Only the install script needs anything else.
  const {
    scripts: _,
    devDependencies: __,
    dependencies,
    ...manifest
  } = json(join(installed(RUNTIME), 'package.json'));
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

function pack(stage, out) {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--json', '--pack-destination', out], {
    cwd: stage,
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
prepare();
const known = knownPlatforms();
const platforms = values.platforms === 'all' ? known : values.platforms.split(',');
const unknown = platforms.find((each) => !known.includes(each));
if (unknown !== undefined) {
  console.error(`There is no ${RUNTIME} for ${unknown}; there is ${known.join(', ')}.`);
  process.exit(2);
}
const stage = mkdtempSync(join(tmpdir(), 'locutor-pack-'));
try {
  const internal = internalPackages();
  for (const name of internal) copyInternal(name, stage);
  copyRuntime(platforms, stage);
  writeManifest(internal, platforms, stage);
  mkdirSync(values.out, { recursive: true });
  const { file, size, unpackedSize } = pack(stage, resolve(values.out));
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  console.log(
    `${file}: ${megabytes(size)} MB, ${megabytes(unpackedSize)} MB unpacked, for ${platforms.join(', ')}`,
  );
} finally {
  rmSync(stage, { recursive: true, force: true });
}
