// node scripts/bundle.mjs: joins the modules that a start loads, ours and others', into a few files below
// packages/server/dist/bundle. Loading thousands of them one by one takes most of the time of a short command.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'packages', 'server', 'dist', 'bundle');

/** What processes and threads begin with, by the names of their bundles. */
const ENTRIES = {
  locutor: 'packages/server/dist/cli/main.js',
  engine: 'packages/engine/dist/process/main.js',
  jobs: 'packages/engine/dist/jobs/registry.js',
  grammars: 'packages/grammar/dist/worker/thread.js',
};
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

/** Modules of ours keep their `import.meta.url`; where they start a process or a thread, its bundle is started. */
function relocated(path) {
  const place = JSON.stringify(posix(relative(out, path)));
  const started = [];
  const code = readFileSync(path, 'utf8').replace(
    /\bbuiltFile\('([^']+)', import\.meta\.url\)/g,
    (call, target) => {
      const file = posix(relative(root, join(dirname(path), target.replace(/\.ts$/, '.js'))));
      const name = Object.keys(ENTRIES).find((each) => ENTRIES[each] === file);
      if (name === undefined) return call;
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
    onLoad({ filter: /\.m?js$/ }, ({ path }) => {
      if (packageOf(path) !== undefined) return undefined;
      const { code, started } = relocated(path);
      for (const name of started) seen.add(name);
      return { contents: code, loader: 'js' };
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

/** What the bundles are made of, for `bin/entry.mjs` to see that they are older. */
function sources() {
  const folders = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  const files = [
    ...folders.map((folder) => join(folder, 'tsconfig.tsbuildinfo')),
    'node_modules/.package-lock.json',
  ];
  return files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => [posix(relative(out, join(root, file))), statSync(join(root, file)).mtimeMs]);
}

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ENTRIES,
  outdir: out,
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
writeFileSync(join(out, 'LICENSES.txt'), licences(Object.keys(metafile.inputs)));
writeFileSync(join(out, 'sources.json'), JSON.stringify(sources()));
