import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ConfigError, loadConfig } from './index.ts';
import { secretVariables } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'locutor-secrets-'));
const TOKEN = 'a-token-of-sixteen-characters';
writeFileSync(join(folder, 'token'), `${TOKEN}\n`);
writeFileSync(join(folder, 'database'), 'postgres://ana:word@db/locutor\n');
mkdirSync(join(folder, 'a-folder'));

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env, folder);
  } catch (error) {
    return (error as ConfigError).problems;
  }
  return [];
}

it('are read where the environment names them, relative to the current folder', () => {
  const env = { LOCUTOR_TOKEN_FILE: 'token', LOCUTOR_DATABASE_URL_FILE: join(folder, 'database') };
  const { config, origin } = loadConfig(env, folder);
  expect(config.token).toBe(TOKEN);
  expect(config.databaseUrl).toBe('postgres://ana:word@db/locutor');
  expect([origin.token, origin.databaseUrl]).toEqual(['environment', 'environment']);
});

it('are for secrets only', () => {
  expect(secretVariables()).toEqual(
    ['DATABASE_URL', 'VOICEPRINT_KEYS', 'BUS_URL', 'TOKEN', 'CREDENTIALS', 'WEBHOOK_SECRET'].map(
      (name) => `LOCUTOR_${name}`,
    ),
  );
  expect(problemsOf({ LOCUTOR_PORT_FILE: 'token' })).toEqual([
    expect.stringContaining('LOCUTOR_PORT_FILE in the environment: there is no such setting'),
  ]);
});

it.each([
  ['is missing', { LOCUTOR_TOKEN_FILE: 'missing' }, /LOCUTOR_TOKEN_FILE .*ENOENT.*missing/],
  ['is a folder', { LOCUTOR_TOKEN_FILE: 'a-folder' }, /LOCUTOR_TOKEN_FILE .*EISDIR/],
  ['is named beside the value', { LOCUTOR_TOKEN_FILE: 'token', LOCUTOR_TOKEN: TOKEN }, /is set as well/],
  ['does not fit', { LOCUTOR_VOICEPRINT_KEYS_FILE: 'token' }, /LOCUTOR_VOICEPRINT_KEYS .*not shown/],
])('stop the start where one %s, without its content', (_what, env, expected) => {
  const problems = problemsOf(env);
  expect(problems).toEqual([expect.stringMatching(expected)]);
  expect(problems.join()).not.toContain(TOKEN);
});
