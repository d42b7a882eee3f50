import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { newFolder, root } from '../server.ts';

export const chart = join(root, 'deploy', 'helm');

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: tests look into objects whose shape others check.
  readonly spec: any;
}

export type Values = Record<string, unknown>;

/** Where Debian keeps the libraries of Go, Helm's functions for templates among them. */
const DEBIAN_GO = '/usr/share/gocode';
const DEBIAN_PACKAGES = ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-github-ghodss-yaml-dev'];

const runs = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 2 ** 26 });

/** Renders the chart with helm, or with Go's template engine where that is installed; undefined without both. */
export function renderer(): ((values: Values) => Manifest[]) | undefined {
  if (runs('helm', ['version']).status === 0) return withHelm;
  const folder = newFolder();
  const program = join(folder, 'render');
  const source = join(root, 'test', 'support', 'helm', 'render.go');
  const build = () =>
    runs('go', ['build', '-o', program, source], {
      ...{ GO111MODULE: 'off', GOPATH: DEBIAN_GO, GOCACHE: join(folder, 'cache'), GOFLAGS: '' },
    }).status === 0;
  if (build()) return withGo(program, folder);
  if (process.getuid?.() !== 0) return undefined;
  runs('apt-get', ['install', '--yes', '--no-install-recommends', ...DEBIAN_PACKAGES]);
  return build() ? withGo(program, folder) : undefined;
}

export const NO_RENDERER = `neither helm nor Go with its template functions is installed (Debian: ${DEBIAN_PACKAGES.join(' ')})`;

function withHelm(values: Values): Manifest[] {
  const file = join(newFolder(), 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const { status, stdout, stderr } = runs('helm', [
    ...['template', 'speech', chart, '--namespace', 'voice', '--values', file],
  ]);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).flatMap((each) => (each.toJS() ?? []) as Manifest);
}

function withGo(program: string, folder: string) {
  return (values: Values): Manifest[] => {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(merged(defaults(), values)));
    const { status, stdout, stderr } = runs(program, [chart, file]);
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Manifest[];
  };
}

export function defaults(): Values {
  return parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as Values;
}

/** As Helm lays values over those of the chart: objects are merged, everything else is replaced. */
export function merged(base: Values, over: Values): Values {
  const isObject = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}
