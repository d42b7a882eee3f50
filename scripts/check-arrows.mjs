// node scripts/check-arrows.mjs [ROOT]: fails where an import runs against the arrows of CONTRIBUTING.md.
// Tests are not checked: they may look at a part from outside.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which packages a package may import. */
const PACKAGES = {
  text: [],
  grammar: [],
  kernels: [],
  graphs: [],
  transcripts: [],
  docs: [],
  audio: ['kernels'],
  models: ['graphs'],
  pronounce: ['text'],
  // The two sides of the pipe share these, and neither imports the other.
  contract: ['graphs', 'audio', 'grammar'],
  voices: ['contract', 'kernels'],
  engine: ['voices', 'contract', 'audio', 'text', 'grammar'],
  inference: ['voices', 'contract', 'models', 'graphs', 'kernels', 'audio', 'text', 'grammar', 'pronounce'],
  server: [
    ...[
      'engine',
      'voices',
      'contract',
      'models',
      'audio',
      'text',
      'grammar',
      'transcripts',
      'console',
      'docs',
    ],
  ],
  client: ['transcripts'],
  console: ['client', 'transcripts'],
};

/**
 * Which folders of a package's `src` a folder may import, for packages that have rooms. Files that are in no folder
 * may import every room. A package that is not listed is checked for its packages only.
 */
const ROOMS = {
  graphs: {
    onnx: ['errors.ts'],
    rewrite: ['onnx', 'errors.ts'],
    // The families of models do not know each other.
    recognizers: ['rewrite', 'onnx', 'preparer.ts', 'errors.ts'],
    kokoro: ['rewrite', 'onnx', 'preparer.ts', 'errors.ts'],
    silero: ['rewrite', 'onnx', 'errors.ts'],
    dtln: ['rewrite', 'onnx', 'errors.ts'],
  },
  contract: {
    endpointing: ['recognition.ts', 'resume-point.ts', 'sample-rate.ts', 'speech-span.ts'],
  },
  voices: {
    traits: ['vectors.ts', 'voice.ts'],
  },
  engine: {
    pool: [],
    recognize: ['pool'],
    live: ['recognize', 'pool'],
    synthesize: [],
    voices: [],
    diarize: [],
    bus: ['pool'],
  },
  inference: {
    process: [],
    runtime: [],
    vad: ['runtime'],
    speech: ['runtime'],
    sounds: ['speech', 'runtime'],
    search: ['speech', 'sounds'],
    align: ['speech'],
    embed: ['vad', 'speech', 'runtime'],
    spoofing: ['embed', 'runtime'],
    traits: ['embed', 'speech', 'runtime'],
    diarization: ['embed', 'vad', 'runtime'],
    synthesis: ['runtime'],
    jobs: [
      ...[
        'vad',
        'speech',
        'sounds',
        'search',
        'align',
        'embed',
        'spoofing',
        'traits',
        'diarization',
        'synthesis',
      ],
      'runtime',
    ],
  },
  pronounce: {
    say: [],
    // A language knows no other.
    en: ['say'],
    es: ['say'],
    pt: ['say'],
    ssml: ['say', 'languages.ts', 'pronounce.ts', 'segment.ts'],
  },
  console: {
    styles: [],
    parts: [],
    // The panels do not know each other.
    recognise: ['parts'],
    live: ['parts'],
    interpret: ['parts'],
    speak: ['parts'],
    voices: ['parts'],
    encoders: ['parts'],
    status: ['parts'],
    shell: ['recognise', 'live', 'interpret', 'speak', 'voices', 'encoders', 'status', 'parts'],
  },
  server: {
    common: [],
    errors: ['common'],
    metrics: [],
    tracing: ['common'],
    fields: ['errors', 'common'],
    store: ['tracing', 'errors', 'common'],
    jwks: ['tracing', 'errors'],
    grammars: ['tracing', 'errors', 'common'],
    audit: ['store', 'errors'],
    billing: ['store'],
    // It checks settings by the rules of those who use them.
    config: ['store', 'grammars', 'jwks', 'fields', 'common'],
    models: ['config', 'errors'],
    http: ['config', 'fields', 'tracing', 'errors', 'common'],
    credentials: ['jwks', 'http', 'config', 'store', 'errors', 'common'],
    biometrics: ['grammars', 'models', 'metrics', 'store', 'config', 'fields', 'errors', 'common'],
    operations: [
      ...['biometrics', 'audit', 'billing', 'grammars', 'models'],
      ...['http', 'tracing', 'store', 'config', 'fields', 'errors', 'common'],
    ],
    streaming: ['operations', 'billing', 'grammars', 'http', 'config', 'fields', 'errors'],
    serve: [
      ...['app.ts', 'operations', 'biometrics', 'grammars', 'models', 'credentials', 'metrics'],
      ...['http', 'store', 'config', 'tracing', 'common'],
    ],
    cli: [
      'serve',
      'streaming',
      'operations',
      'biometrics',
      'grammars',
      'http',
      'store',
      'config',
      'errors',
      'common',
    ],
  },
};

const IMPORTS = [
  /^\s*(?:import|export)\s[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];
const OURS = '@locutor/';

/** One line for each import that breaks a rule. */
function wrongArrows(root) {
  const folder = join(root, 'packages');
  const packages = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'src')));
  return packages.flatMap((name) => {
    if (!PACKAGES[name])
      return [`packages/${name}: add this package to PACKAGES in scripts/check-arrows.mjs`];
    const src = join(folder, name, 'src');
    return sources(src).flatMap((file) =>
      importsOf(join(src, file)).flatMap((specifier) => {
        const rule = brokenRule(name, file, specifier);
        return rule ? [`packages/${name}/src/${file} imports '${specifier}': ${rule}`] : [];
      }),
    );
  });
}

function sources(src) {
  return readdirSync(src, { recursive: true })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.(?:ts|tsx|mts|mjs)$/.test(file))
    .filter((file) => !/\.test\.tsx?$|(?:^|\/)(?:test-support|testing)(?:\/|\.ts$)/.test(file))
    .sort();
}

function importsOf(file) {
  // Examples in comments import too.
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return IMPORTS.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]));
}

function brokenRule(name, file, specifier) {
  if (specifier.startsWith(OURS)) return brokenPackageRule(name, specifier.slice(OURS.length));
  if (!specifier.startsWith('.')) return undefined;
  const target = normalize(join(dirname(file), specifier))
    .split(sep)
    .join('/');
  if (target.startsWith('../../')) return `a file of ${name} imports other packages by their names`;
  return brokenRoomRule(ROOMS[name], name, file, target);
}

function brokenPackageRule(name, specifier) {
  const [other, ...rest] = specifier.split('/');
  if (rest.length > 0) return `nobody imports past the index of ${OURS}${other}`;
  if (PACKAGES[name].includes(other)) return undefined;
  return `${name} may import ${listed(PACKAGES[name], 'no other package')}`;
}

function brokenRoomRule(rooms, name, file, target) {
  if (!rooms || !file.includes('/')) return undefined;
  const [from, to] = [file.split('/')[0], target.split('/')[0]];
  if (!rooms[from]) return `add the room ${from} to ROOMS.${name} in scripts/check-arrows.mjs`;
  if (from === to || rooms[from].includes(to)) return undefined;
  return `the room ${from} may import ${listed(rooms[from], 'no other room')}`;
}

function listed(names, none) {
  return names.length === 0 ? none : names.join(', ');
}

const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const wrong = wrongArrows(root);
for (const line of wrong) console.error(line);
if (wrong.length > 0) {
  console.error(`${wrong.length} imports run against the arrows in ${relative('', root) || '.'}`);
  process.exitCode = 1;
}
