import { describe, expect, it } from 'vitest';
import { type ConfigError, loadConfig } from './load.ts';
import { printConfig } from './print.ts';

const problems = (env: NodeJS.ProcessEnv) => {
  try {
    loadConfig(env, '/');
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

describe('the settings of the bus', () => {
  it('take several servers', () => {
    const env = { LOCUTOR_BUS_URL: 'nats://a:4222, tls://u:p@b:4222' };
    const loaded = loadConfig(env, '/');
    expect(loaded.config.busUrl).toEqual(['nats://a:4222', 'tls://u:p@b:4222']);
    expect(printConfig(loaded)).toContain('["nats://a:4222","tls://u:***@b:4222"]');
  });

  it.each([
    [{ LOCUTOR_BUS_URL: 'http://a' }, 'LOCUTOR_BUS_URL in the environment: expected a list'],
    [{ LOCUTOR_BUS_URL: 'nats://' }, 'LOCUTOR_BUS_URL in the environment: expected a list'],
    [{ LOCUTOR_BUS_URL: 'nats://a:port' }, 'the address at position 1 is not one of a NATS server'],
    [{ LOCUTOR_LOCAL_ENGINE: 'false' }, 'localEngine is off, so busUrl must say where the workers are'],
    [{ LOCUTOR_BUS_CREDENTIALS_FILE: '/none.creds' }, 'busCredentialsFile: ENOENT'],
    [
      { LOCUTOR_BUS_CREDENTIALS_FILE: '/etc/hosts', LOCUTOR_BUS_NKEY_FILE: '/etc/hosts' },
      'busCredentialsFile and busNkeyFile are both set; a user has one of them',
    ],
    [{ LOCUTOR_BUS_CERT_FILE: '/etc/hosts' }, 'busCertFile and busKeyFile belong together'],
  ])('%j', (env, reason) => {
    expect(problems(env)).toEqual([expect.stringContaining(reason)]);
  });
});
