// node scripts/bundle.mjs: joins the modules that a start loads, ours and others', into a few files below
// packages/server/dist/bundle. Loading thousands of them one by one takes most of the time of a short command.
// It reads the TypeScript sources: a start needs neither the compiler nor what it writes.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'packages', 'server', 'dist', 'bundle');
/** A bundle that failed to build leaves the one before it. */
const made = `${out}-new`;

/** What processes and threads begin with, by the names of their bundles. */
const ENTRIES = {
  locutor: 'packages/server/src/cli/main.ts',
  checkpoints: 'packages/server/src/store/sqlite/checkpoint-thread.ts',
  engine: 'packages/inference/src/process/main.ts',
  jobs: 'packages/inference/src/jobs/registry.ts',
  'parent-watcher': 'packages/inference/src/process/parent-watcher.ts',
  grammars: 'packages/grammar/src/worker/thread.ts',
  'models-fetch': 'packages/models/src/fetch-main.ts',
  'models-prepare': 'packages/models/src/prepare-main.ts',
  'models-preparers': 'packages/models/src/preparers.ts',
};
const OURS = '@locutor/';
/** Packages that look for files of their own beside their modules, and codecs, whose licences are their own. */
const APART = new RegExp(
  [
    'onnxruntime-node|libsql|pg|pino|pacote|@npmcli/.*|@fastify/(?:static|swagger-ui)|@opentelemetry/.*',
    'opus-decoder|mpg123-decoder|@wasm-audio-decoders/.*|wasm-media-encoders|libflacjs|@evan/opus',
  ].join('|'),
);
/** Others, such as those under the LGPL, have to stay replaceable. */
const PERMISSIVE = /^(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0)$/;

const posix = (path) => path.split(sep).join('/');
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const packageOf = (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(posix(file))?.[0];

/** The source of what a package of ours exports. */
function sourceOf(name, as = '.') {
  const folder = join(root, 'packages', name);
  const shown = json(join(folder, 'package.json')).exports[as];
  return join(folder, (shown.default ?? shown).replace(/^\.\/dist\/(.*)\.js$/, './src/$1.ts'));
}

/** Modules of ours keep their `import.meta.url`; where they start a process or a thread, its bundle is started. */
function relocated(path) {
  const place = JSON.stringify(posix(relative(out, path)));
  const started = [];
  const code = readFileSync(path, 'utf8').replace(
    /\bbuiltFile\('([^']+)', import\.meta\.url\)|\binferenceFile\('(\w+)'\)/g,
    (call, target, shown) => {
      const source = target ? join(dirname(path), target) : sourceOf('inference', `./${shown}`);
      const file = posix(relative(root, source));
      const name = Object.keys(ENTRIES).find((each) => ENTRIES[each] === file);
      if (name === undefined) throw new Error(`${path}: ${call} starts ${file}, which ENTRIES does not list`);
      started.push(name);
      return `startedBundle('${name}.js')`;
    },
  );
  const there = code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
  if (started.length === 0) return { code: there, started };
  const helper = 'const startedBundle = (name) => pathOfBundle(new URL(name, import.meta.url));\n';
  return { code: `import { fileURLToPath as pathOfBundle } from 'node:url';\n${helper}${there}`, started };
}

const seen = new Set();
const plugin = {
  name: 'locutor',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === 'asked' || path.startsWith('node:')) return undefined;
      if (path.startsWith(OURS)) return { path: sourceOf(path.slice(OURS.length)) };
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)[0];
      const external = { path, external: true };
      if (APART.exec(name)?.[0] === name) return external;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'asked' });
      // Optional dependencies that are not installed.
      if (found.errors.length > 0) return external;
      const folder = packageOf(found.path);
      const isOurs = found.external || folder === undefined;
      return isOurs || PERMISSIVE.test(json(join(folder, 'package.json')).license ?? '') ? found : external;
    });
    onLoad({ filter: /\.(?:ts|m?js)$/ }, ({ path }) => {
      if (packageOf(path) !== undefined) return undefined;
      const { code, started } = relocated(path);
      for (const name of started) seen.add(name);
      return { contents: code, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** The licences of what the bundles hold: each package has its own, which a copy must carry along. */
function licences(inputs) {
  const folders = new Set(inputs.map(packageOf).filter(Boolean));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = json(join(root, folder, 'package.json'));
    const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
    const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ENTRIES,
  outdir: made,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: '[name]-[hash]',
  // Errors are told apart by their names, and two modules may have a class of one name.
  keepNames: true,
  // For CommonJS modules that require what is not in the bundle.
  banner: { js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);" },
  metafile: true,
  logLevel: 'warning',
  plugins: [plugin],
});
const unused = Object.keys(ENTRIES).filter((name) => name !== 'locutor' && !seen.has(name));
if (unused.length > 0) throw new Error(`nothing starts the bundles ${unused.join(', ')}`);
writeFileSync(join(made, 'LICENSES.txt'), licences(Object.keys(metafile.inputs)));
rmSync(out, { recursive: true, force: true });
renameSync(made, out);
