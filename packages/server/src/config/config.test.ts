import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError, explainConfig, loadConfig, maskedConfig, printConfig } from './index.ts';
import { environmentName, settings } from './settings.ts';

function folderWith(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-config-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

function problemsOf(env: NodeJS.ProcessEnv, folder = folderWith()): readonly string[] {
  try {
    loadConfig(env, folder);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
  return [];
}

describe('the configuration', () => {
  it.each([
    ['{"": "builtin:slm/en"}', 'expected a name as clients send it, got ""'],
    ['{" a": "builtin:slm/en"}', 'expected a name as clients send it, got " a"'],
    ['{"a": "general"}', '"a": the language model "general" was not found: it has no prefix'],
  ])('refuses the aliases %s', (aliases, reason) => {
    const [problem, ...others] = problemsOf({ LOCUTOR_LM_ALIASES: aliases });
    expect(others).toEqual([]);
    expect(problem).toContain(`LOCUTOR_LM_ALIASES in the environment: ${reason}`);
  });

  it('has the documented defaults', () => {
    const folder = folderWith();
    const { config, file } = loadConfig({ PATH: '/bin' }, folder);
    expect(file).toBeUndefined();
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8025,
      dataDir: join(folder, 'data'),
      grammarsDir: join(folder, 'grammars'),
      deployment: 'on-premise',
      encoderCatalog: 'A',
      pathPrefix: '',
      language: 'en',
      workers: 'auto',
      authEncoders: 'optional',
      authVerify: 'required',
      corsOrigins: [],
    });
  });

  it.each([
    'PORT',
    'HOST',
    'DATA_DIR',
    'MODELS_DIR',
    'GRAMMARS_DIR',
    'TOKEN',
    'DATABASE_URL',
    'BUS_URL',
    'DEPLOYMENT',
    'ENCODER_CATALOG',
    'PATH_PREFIX',
    'LANGUAGE',
    'WORKERS',
    'MAX_QUEUE',
  ])('knows LOCUTOR_%s', (name) => {
    expect(Object.keys(settings).map(environmentName)).toContain(`LOCUTOR_${name}`);
  });

  it.each([
    ['locutor.config.json', '{"port": 9000, "corsOrigins": ["https://a.example"], "dataDir": "here"}'],
    ['locutor.config.yaml', 'port: 9000\ncorsOrigins: [https://a.example]\ndataDir: here\n'],
  ])('reads %s, with paths from its own folder', (name, content) => {
    const folder = folderWith({ [name]: content });
    const { config, origin } = loadConfig({}, folder);
    expect(config).toMatchObject({
      port: 9000,
      corsOrigins: ['https://a.example'],
      dataDir: join(folder, 'here'),
    });
    expect(origin.port).toBe('file');
    const elsewhere = loadConfig({ LOCUTOR_CONFIG: join(folder, name) }, tmpdir());
    expect(elsewhere.config.dataDir).toBe(join(folder, 'here'));
  });

  it('lets the environment win over the file', () => {
    const folder = folderWith({ 'locutor.config.json': '{"port": 9000}' });
    const { config, origin } = loadConfig({ LOCUTOR_PORT: '9001' }, folder);
    expect([config.port, origin.port]).toEqual([9001, 'environment']);
  });

  it('names every problem at once, with the value and a hint', () => {
    const folder = folderWith({
      'locutor.config.json': '{"prot": 1, "maxQueue": "many", "encoderCatalog": "Z"}',
    });
    const problems = problemsOf({ LOCUTOR_PORT: 'abc', LOCUTOR_DATADIR: 'x' }, folder);
    expect(problems).toHaveLength(5);
    expect(problems[0]).toMatch(
      /^prot in .*locutor\.config\.json: there is no such setting; did you mean port\?$/,
    );
    expect(problems).toContain(
      'LOCUTOR_DATADIR in the environment: there is no such setting; did you mean LOCUTOR_DATA_DIR?',
    );
    expect(problems).toContain(
      'LOCUTOR_PORT in the environment: expected an integer from 0 to 65535, got "abc"',
    );
    expect(problems.join('\n')).toMatch(/encoderCatalog in .*: expected "A" or "B", got "Z"/);
  });

  it.each<[NodeJS.ProcessEnv, string]>([
    [{ LOCUTOR_LANGUAGE: 'xx' }, 'LOCUTOR_LANGUAGE in the environment: no recogniser knows "xx"'],
    [{ LOCUTOR_SYNTHESIS_VOICE: 'xx_nobody' }, 'there is no voice called "xx_nobody"'],
    // The model has it, but its language is not spoken.
    [{ LOCUTOR_SYNTHESIS_VOICE: 'jf_alpha' }, 'there is no voice called "jf_alpha"'],
    [{ LOCUTOR_GRAMMAR_HOSTS: '10.0.0.0/8,10.0.0.0/99' }, 'got "10.0.0.0/99"'],
    [{ LOCUTOR_DATABASE_URL: 'sqlite://host/a.db' }, 'names a host'],
    [{ LOCUTOR_DATABASE_URL: 'sqlite::memory:' }, 'every restart would lose all data'],
    [{ LOCUTOR_DATABASE_URL: 'postgres://u:a#b@h/x' }, 'must be percent-encoded'],
    [{ LOCUTOR_DATABASE_URL: 'postgres://h/x?port=abc' }, 'its port is not a number'],
    [
      { LOCUTOR_DATABASE_URL: 'postgres://h/x?sslcert=/no/such' },
      'the file /no/such that it names cannot be',
    ],
    [{ LOCUTOR_JWT_ISSUER: 'https://a.example' }, 'jwtAudience: needed with jwtIssuer'],
    [{ LOCUTOR_JWT_AUDIENCE: 'a' }, 'jwtAudience and jwtKeys need jwtIssuer'],
    [{ LOCUTOR_VOICEPRINT_KEYS: `${'A'.repeat(42)}B=` }, 'the key at position 1 is not 32 bytes in base64'],
    [{ LOCUTOR_MODEL_SOURCES: '{"nothing":"file:/a"}' }, 'there is no model called "nothing"'],
    [{ LOCUTOR_MODEL_SOURCES: '{"silero-vad":"file://host/a"}' }, 'the source of silero-vad must be'],
    [{ LOCUTOR_HOST: '[::1]' }, 'without brackets or a port, got "[::1]"'],
    [{ LOCUTOR_PATH_PREFIX: '/a/../b' }, 'clients remove a segment ".."'],
    [{ LOCUTOR_CORS_ORIGINS: 'https://App.example:443' }, 'write it like that'],
    [{ LOCUTOR_CREDENTIALS: 'ana:scrypt$3$a$b' }, 'its cost is 3'],
    [{ LOCUTOR_CREDENTIALS: 'ana:scrypt$16384$a$b,ana:scrypt$16384$c$d' }, 'the user "ana" is there twice'],
  ])('refuses %j, which has the right shape and cannot work', (env, message) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  it('names what cannot be read and what cannot work together', () => {
    const problems = problemsOf({
      LOCUTOR_PORT: 'abc',
      LOCUTOR_LANGUAGE: 'xx',
      LOCUTOR_GRAMMAR_HOSTS: '10.0.0.0/99',
      LOCUTOR_JWT_ISSUER: 'https://a.example',
      LOCUTOR_DATABASE_URL: 'sqlite://host/a.db',
    });
    expect(problems).toHaveLength(5);
  });

  it.each([
    ['not JSON', { 'locutor.config.json': '{' }],
    ['not an object', { 'locutor.config.yaml': '- a\n- b\n' }],
    ['two files', { 'locutor.config.json': '{}', 'locutor.config.yaml': '' }],
  ])('refuses a file that is %s', (_what, files) => {
    expect(problemsOf({}, folderWith(files))).toHaveLength(1);
  });

  it('refuses a named file that is not there', () => {
    expect(problemsOf({ LOCUTOR_CONFIG: 'nowhere.json' })[0]).toMatch(/nowhere\.json: .*ENOENT/);
  });

  it('never prints a secret, in the listing or in an error', () => {
    const token = 'a-very-secret-token-0123456789';
    const loaded = loadConfig(
      { LOCUTOR_TOKEN: token, LOCUTOR_DATABASE_URL: 'postgres://u:hunter2@db/x' },
      folderWith(),
    );
    for (const text of [printConfig(loaded), JSON.stringify(maskedConfig(loaded))]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain('hunter2');
      expect(text).toContain('postgres://u:***@db/x');
    }
    expect(problemsOf({ LOCUTOR_TOKEN: 'short secret' }).join()).not.toContain('short secret');
  });

  it.each([
    'postgres://u:hunter2@db/x',
    'postgres://u:with@and/hunter2@db/x',
    'postgres://db/x?password=hunter2&user=u',
    'mysql://u:hunter2@db/x',
    'u:hunter2@db/x',
  ])('never prints the password inside %s, used or refused', (url) => {
    for (const env of [
      { LOCUTOR_DATABASE_URL: url },
      { LOCUTOR_MODEL_SOURCES: JSON.stringify({ 'silero-vad': url }) },
      { LOCUTOR_CORS_ORIGINS: url },
      { LOCUTOR_GRAMMAR_HOSTS: url },
    ]) {
      let text: string;
      try {
        const loaded = loadConfig(env, folderWith());
        text = printConfig(loaded) + JSON.stringify(maskedConfig(loaded));
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        text = (error as Error).message;
      }
      expect(text).not.toMatch(/hunter2|with@and/);
    }
  });

  it('never prints the lines of a file that cannot be read', () => {
    const folder = folderWith({ 'locutor.config.yaml': 'token: a-very-secret-token: 1\n' });
    const problems = problemsOf({}, folder).join();
    expect(problems).toMatch(/locutor\.config\.yaml: .* at line \d+, column \d+/);
    expect(problems).not.toContain('secret');
  });

  it('explains every setting', () => {
    for (const name of Object.keys(settings))
      expect(explainConfig()).toContain(`${name} (${environmentName(name)})`);
  });

  it('takes any port there is and refuses every other number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -10, max: 70000 }), fc.integer()), (port) => {
        const good = port >= 0 && port <= 65535;
        expect(problemsOf({ LOCUTOR_PORT: String(port) }, tmpdir())).toHaveLength(good ? 0 : 1);
      }),
    );
  });

  it('never throws anything but a ConfigError, whatever the environment holds', () => {
    const names = Object.keys(settings).map(environmentName);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string()), (env) => {
        try {
          loadConfig(env, tmpdir());
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      }),
    );
  });
});
