import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** What pacote takes: npm's settings under their camel-case names, credentials included. */
export type NpmOptions = Record<string, unknown>;

interface NpmConfig {
  load(): Promise<void>;
  isDefault(key: string): boolean;
  readonly flat: NpmOptions;
}

/**
 * npm's effective settings — registry, proxies, certificates, credentials — read by npm's own loader from the
 * project's, the user's and the machine's .npmrc and from `npm_config_*`. `npm config ls --json` would not do:
 * it leaves out every credential.
 */
export async function npmOptions(env = process.env, cwd = process.cwd()): Promise<NpmOptions> {
  const require = createRequire(import.meta.url);
  const Config = require('@npmcli/config');
  const definitions = require('@npmcli/config/lib/definitions');
  const config: NpmConfig = new Config({
    npmPath: npmFolder(env),
    ...definitions,
    argv: [],
    // A copy: the loader writes what it found back into the environment it is given.
    env: { ...env },
    cwd,
  });
  await config.load();
  const options: NpmOptions = {
    ...config.flat,
    // The version is pinned, so npm's wish for packages of a certain age has nothing to choose.
    before: null,
  };
  if (config.isDefault('fetch-retry-mintimeout')) {
    // npm's own 10 s and 60 s would leave a start without network silent for over a minute.
    options.retry = { ...(options.retry as object), minTimeout: 1000, maxTimeout: 5000 };
  }
  return options;
}

/** Where npm lies, because a distribution may keep settings beside it. */
function npmFolder(env: NodeJS.ProcessEnv): string {
  if (env.npm_execpath) return resolve(dirname(env.npm_execpath), '..');
  const bin = dirname(process.execPath);
  const besideNode = join(bin, 'node_modules', 'npm');
  return existsSync(besideNode) ? besideNode : resolve(bin, '..', 'lib', 'node_modules', 'npm');
}
