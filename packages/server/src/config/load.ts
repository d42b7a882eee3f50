import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { editDistance } from '@locutor/text';
import { parse as parseYaml } from 'yaml';
import { expectation, expectedOf, fits, fromText } from '../fields/index.ts';
import { busProblems } from './check-bus.ts';
import { jwtProblems } from './check-jwt.ts';
import { hidePasswords } from './hide-passwords.ts';
import { withSecretFiles } from './secret-files.ts';
import { type Config, environmentName, type Setting, type SettingName, settings } from './settings.ts';

const FILE_NAMES = ['locutor.config.json', 'locutor.config.yaml', 'locutor.config.yml'];
/** Names the file itself; not a setting. */
const FILE_VARIABLE = 'LOCUTOR_CONFIG';

/** Everything that is wrong with a configuration, at once: one line per problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(['The configuration cannot be used:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

export interface LoadedConfig {
  readonly config: Config;
  /** The config file that was read, if any. */
  readonly file: string | undefined;
  /** Where each setting's value came from. */
  readonly origin: Readonly<Record<SettingName, 'default' | 'file' | 'environment'>>;
}

/** Reads the config file and the environment into one checked configuration, or throws a ConfigError. */
export function loadConfig(environment: NodeJS.ProcessEnv, cwd: string): LoadedConfig {
  const problems: string[] = [];
  const env = withSecretFiles(environment, cwd, problems);
  const file = findFile(env, cwd, problems);
  const fromFile = file === undefined ? {} : readFile(file, problems);

  for (const name of Object.keys(fromFile)) {
    if (!Object.hasOwn(settings, name)) problems.push(unknown(name, Object.keys(settings), `in ${file}`));
  }
  const variables = new Map(Object.keys(settings).map((name) => [environmentName(name), name]));
  for (const variable of Object.keys(env)) {
    if (variable.startsWith('LOCUTOR_') && variable !== FILE_VARIABLE && !variables.has(variable)) {
      problems.push(unknown(variable, [...variables.keys()], 'in the environment'));
    }
  }

  const config: Record<string, unknown> = {};
  const origin: Record<string, string> = {};
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting][]) {
    const variable = environmentName(name);
    const inEnvironment = env[variable] !== undefined;
    const inFile = Object.hasOwn(fromFile, name);
    const input = inEnvironment ? env[variable] : inFile ? fromFile[name] : setting.default;
    const base = !inEnvironment && inFile ? dirname(file!) : cwd;
    origin[name] = inEnvironment ? 'environment' : inFile ? 'file' : 'default';
    config[name] = readSetting(setting, input, base);
    const where = inEnvironment ? `${variable} in the environment` : `${name} in ${file}`;
    if (config[name] === undefined) {
      const got = setting.secret ? 'something else (not shown)' : JSON.stringify(hidePasswords(input));
      problems.push(expectation(where, expectedOf(setting.schema), got));
      continue;
    }
    const problem = setting.check?.(config[name]);
    if (problem !== undefined) problems.push(`${where}: ${problem}`);
  }
  problems.push(...jwtProblems(config), ...busProblems(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return { config: config as Config, file, origin: origin as LoadedConfig['origin'] };
}

/** From a value of the config file or the text of an environment variable; undefined where it does not fit. */
function readSetting({ schema, resolve }: Setting, input: unknown, base: string): unknown {
  const meant = typeof input === 'string' ? fromText(schema, input) : input;
  if (!fits(schema, meant)) return undefined;
  return resolve ? resolve(meant, base) : meant;
}

function findFile(env: NodeJS.ProcessEnv, cwd: string, problems: string[]): string | undefined {
  const named = env[FILE_VARIABLE];
  if (named) return resolve(cwd, named);
  const found = FILE_NAMES.map((name) => join(cwd, name)).filter((path) => existsSync(path));
  if (found.length > 1) problems.push(`there is more than one config file: ${found.join(', ')}`);
  return found[0];
}

function readFile(file: string, problems: string[]): Record<string, unknown> {
  try {
    const content = readFileSync(file, 'utf8');
    const value: unknown = file.endsWith('.json') ? JSON.parse(content) : (parseYaml(content) ?? {});
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    problems.push(`${file}: expected an object of settings at the top`);
  } catch (error) {
    // The lines behind the first show the file, and with it what may be a secret.
    const [reason] = (error as Error).message.split('\n', 1);
    problems.push(`${file}: ${reason}`);
  }
  return {};
}

function unknown(name: string, known: readonly string[], where: string): string {
  const near = known
    .map((each) => ({ each, distance: editDistance(name.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  const hint = near && near.distance <= 3 ? `; did you mean ${near.each}?` : '';
  return `${name} ${where}: there is no such setting${hint}`;
}
