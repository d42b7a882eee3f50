import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { afterAll, expect, test } from 'vitest';
import { selfSigned } from '../../../server/src/grammars/testing/self-signed.ts';
import { askWorkers as ask } from './ask-workers.ts';
import type { BusOptions } from './bus-options.ts';
import { noNats, testNats } from './test-support/test-fleet.ts';

const withNats = test.skipIf(noNats !== undefined);
const title = (text: string) => (noNats === undefined ? text : `${text} (skipped: ${noNats})`);

const folder = mkdtempSync(join(tmpdir(), 'locutor-bus-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const askWorkers = (options: BusOptions) => ask(options, 50);
const LET_IN = { reason: undefined, workers: [] };

withNats(title('passwords in the address are used, and wrong ones are refused'), async () => {
  const { port } = await testNats(['--user', 'me', '--pass', 'p/ss']);
  const askAs = (who: string) => askWorkers({ servers: [`nats://${who}127.0.0.1:${port}`], name: 'test' });
  expect(await askAs('me:p%2Fss@')).toEqual(LET_IN);
  expect((await askAs('me:wrong@')).reason).toMatch(/authorization/i);
});

withNats(title('a token in the address is used'), async () => {
  const { port } = await testNats(['--auth', 'secret']);
  expect(await askWorkers({ servers: [`nats://secret@127.0.0.1:${port}`], name: 'test' })).toEqual(LET_IN);
});

withNats(title('a server with TLS must be vouched for'), async () => {
  const { key, cert } = selfSigned('localhost');
  const caFile = file('cert.pem', cert);
  const { port } = await testNats(['--tls', '--tlscert', caFile, '--tlskey', file('key.pem', key)]);
  const servers = [`tls://localhost:${port}`];
  expect(await askWorkers({ servers, name: 'test', caFile })).toEqual(LET_IN);
  expect((await askWorkers({ servers, name: 'test' })).reason).toMatch(/self-signed|self signed/);
});

withNats(title('a server that asks for certificates lets in whose it knows'), async () => {
  const server = selfSigned('localhost');
  const [known, stranger] = [selfSigned('node'), selfSigned('node')];
  const caFile = file('server.pem', server.cert);
  const certFile = file('known.pem', known.cert);
  const { port } = await testNats([
    ...['--tlsverify', '--tlscacert', certFile],
    ...['--tlscert', caFile, '--tlskey', file('server-key.pem', server.key)],
  ]);
  const askWith = (own: Pick<BusOptions, 'certFile' | 'keyFile'>) =>
    askWorkers({ servers: [`tls://localhost:${port}`], name: 'test', caFile, ...own });
  expect(await askWith({ certFile, keyFile: file('known-key.pem', known.key) })).toEqual(LET_IN);
  const other = {
    certFile: file('stranger.pem', stranger.cert),
    keyFile: file('stranger-key.pem', stranger.key),
  };
  expect((await askWith(other)).reason).toBeTruthy();
  expect((await askWith({})).reason).toBeTruthy();
});

withNats(title('tls: refuses a server without TLS'), async () => {
  const { port } = await testNats();
  const { reason } = await askWorkers({ servers: [`tls://127.0.0.1:${port}`], name: 'test' });
  expect(reason).toContain('tls');
});

withNats(title('an nkey lets in, another one does not'), async () => {
  const [ours, other] = [nkeys.createUser(), nkeys.createUser()];
  const users = `authorization: { users: [ { nkey: ${ours.getPublicKey()} } ] }`;
  const { url } = await testNats(['--config', file('nkey.conf', users)]);
  // As tools write it, with a line break.
  const nkeyFile = file('user.nk', `${new TextDecoder().decode(ours.getSeed())}\n`);
  expect(await askWorkers({ servers: [url], name: 'test', nkeyFile })).toEqual(LET_IN);
  const wrong = file('other.nk', other.getSeed());
  expect((await askWorkers({ servers: [url], name: 'test', nkeyFile: wrong })).reason).toMatch(
    /authorization/i,
  );
});

withNats(title('credentials of a user with a JWT let in'), async () => {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
  const operatorJwt = jwt(operator, operator, { type: 'operator' });
  const accountJwt = jwt(operator, account, { type: 'account' });
  const config = [
    `operator: ${operatorJwt}`,
    'resolver: MEMORY',
    `resolver_preload: { ${account.getPublicKey()}: ${accountJwt} }`,
  ].join('\n');
  const { url } = await testNats(['--config', file('jwt.conf', config)]);
  const userJwt = jwt(account, user, { type: 'user', subs: -1, data: -1, payload: -1 });
  const seed = new TextDecoder().decode(user.getSeed());
  const credentialsFile = file(
    'user.creds',
    `-----BEGIN NATS USER JWT-----\n${userJwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
  );
  expect(await askWorkers({ servers: [url], name: 'test', credentialsFile })).toEqual(LET_IN);
  expect((await askWorkers({ servers: [url], name: 'test' })).reason).toMatch(/authorization/i);
});

type KeyPair = ReturnType<typeof nkeys.createUser>;

/** As `nsc` makes them. */
function jwt(issuer: KeyPair, subject: KeyPair, claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const limits = {
    subs: -1,
    data: -1,
    payload: -1,
    imports: -1,
    exports: -1,
    wildcards: true,
    conn: -1,
    leaf: -1,
  };
  const body = [
    part({ typ: 'JWT', alg: 'ed25519-nkey' }),
    part({
      jti: 'test',
      iat: Math.floor(Date.now() / 1000),
      iss: issuer.getPublicKey(),
      name: 'test',
      sub: subject.getPublicKey(),
      nats: { ...(claims.type === 'account' && { limits }), ...claims, version: 2 },
    }),
  ].join('.');
  return `${body}.${Buffer.from(issuer.sign(Buffer.from(body))).toString('base64url')}`;
}
