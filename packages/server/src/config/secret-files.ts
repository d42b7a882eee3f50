import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { environmentName, type Setting, settings } from './settings.ts';

const SUFFIX = '_FILE';
/** They hold a password, although they are printed with that masked. */
const WITH_PASSWORDS = new Set(['databaseUrl', 'busUrl']);

/**
 * The environment with the content of `LOCUTOR_TOKEN_FILE` and its like as `LOCUTOR_TOKEN`: containers and systemd hand
 * over secrets as files, because every process of a user can read an environment.
 */
export function withSecretFiles(
  env: NodeJS.ProcessEnv,
  cwd: string,
  problems: string[],
): Readonly<NodeJS.ProcessEnv> {
  const result = { ...env };
  for (const variable of secretVariables()) {
    const fileVariable = variable + SUFFIX;
    const file = env[fileVariable];
    delete result[fileVariable];
    if (file === undefined) continue;
    if (env[variable] !== undefined) {
      problems.push(`${fileVariable} in the environment: ${variable} is set as well; set one of them`);
      continue;
    }
    try {
      // Editors and "openssl rand" end a file with a line break.
      result[variable] = readFileSync(resolve(cwd, file), 'utf8').trimEnd();
    } catch (error) {
      problems.push(`${fileVariable} in the environment: ${(error as Error).message}`);
    }
  }
  return result;
}

/** The variables that may name a file instead. */
export function secretVariables(): readonly string[] {
  return (Object.entries(settings) as [string, Setting][])
    .filter(([name, { secret }]) => secret || WITH_PASSWORDS.has(name))
    .map(([name]) => environmentName(name));
}
