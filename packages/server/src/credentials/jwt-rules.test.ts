import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../config/index.ts';
import { jwtRules } from './jwt-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'locutor-credentials-'));
const { publicKey } = generateKeyPairSync('ed25519');
writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }));
writeFileSync(join(folder, 'empty.json'), '{"keys":[]}');

const rulesOf = (env: NodeJS.ProcessEnv) =>
  jwtRules(loadConfig(env, folder).config, pino({ level: 'silent' }));
const ISSUER = { LOCUTOR_JWT_ISSUER: 'https://issuer.example' };
const JWT = { ...ISSUER, LOCUTOR_JWT_AUDIENCE: 'locutor' };

describe('the rules for JWTs', () => {
  it('are none without an issuer', async () => {
    expect(await rulesOf({})).toBeUndefined();
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['an address', { LOCUTOR_JWT_KEYS: 'https://10.0.0.1/keys' }],
    ['an address of this machine', { LOCUTOR_JWT_KEYS: 'http://localhost:8080/keys' }],
    ['a file', { LOCUTOR_JWT_KEYS: 'file:keys.json' }],
    ['a file URL', { LOCUTOR_JWT_KEYS: `file://${folder}/keys.json` }],
    ['discovery', {}],
  ])('accept keys from %s', async (_what, env) => {
    const rules = await rulesOf({ ...JWT, LOCUTOR_JWT_SCOPE_PREFIX: 'locutor:', ...env });
    expect(rules).toMatchObject({
      issuer: 'https://issuer.example',
      audience: 'locutor',
      scopes: 'scope',
      scopePrefix: 'locutor:',
    });
  });

  it.each<[NodeJS.ProcessEnv, string]>([
    [ISSUER, 'jwtAudience: needed with jwtIssuer'],
    [{ LOCUTOR_JWT_AUDIENCE: 'locutor' }, 'jwtAudience and jwtKeys need jwtIssuer'],
    [{ LOCUTOR_JWT_KEYS: 'file:keys.json' }, 'jwtAudience and jwtKeys need jwtIssuer'],
    [{ ...JWT, LOCUTOR_JWT_KEYS: 'http://keys.example/' }, 'jwtKeys: keys are fetched over https:'],
    [{ ...JWT, LOCUTOR_JWT_ISSUER: 'mine' }, 'jwtIssuer: keys are fetched over https:'],
    [{ ...JWT, LOCUTOR_JWT_KEYS: 'file:none.json' }, 'jwtKeys: ENOENT'],
    [{ ...JWT, LOCUTOR_JWT_KEYS: 'file:empty.json' }, 'jwtKeys: the key set of the token issuer holds no'],
    [
      { ...JWT, LOCUTOR_JWT_KEYS: 'https://user@keys.example/' },
      'LOCUTOR_JWT_KEYS in the environment: expected',
    ],
    [{ ...JWT, LOCUTOR_JWT_ISSUER: 'my issuer' }, 'LOCUTOR_JWT_ISSUER in the environment: expected'],
  ])('cannot be made from %j', async (env, message) => {
    const failure = await (async () => rulesOf(env))().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect((failure as ConfigError).message).toContain(message);
  });
});
