import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { locutor } from './support/verify.ts';

const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
const ALL_REQUIRED = {
  LOCUTOR_AUTH_RECOGNIZE: 'required',
  LOCUTOR_AUTH_INTERPRET: 'required',
  LOCUTOR_AUTH_ENCODERS: 'required',
};

const callsOf = (server: TestServer) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('  curl '));

/** Runs the call that a start printed, as a person would who pastes it there. */
function paste(server: TestServer, folder: string, token = ''): string {
  const [line, ...others] = callsOf(server);
  expect(others).toEqual([]);
  const ran: SpawnSyncReturns<string> = spawnSync('bash', ['-c', `${line} -s --fail-with-body`], {
    cwd: folder,
    env: { ...process.env, TOKEN: token },
    encoding: 'utf8',
  });
  expect([line, ran.status]).toEqual([line, 0]);
  return ran.stdout;
}

describe('the call that a start prints', () => {
  it('works where everything needs credentials, behind a prefix, on every address, in other languages', async () => {
    const folder = newFolder();
    const env = {
      ...ALL_REQUIRED,
      LOCUTOR_HOST: hasIpv6 ? '::' : '0.0.0.0',
      LOCUTOR_PATH_PREFIX: '/speech/v1',
      LOCUTOR_DEPLOYMENT: 'hosted',
    };
    const first = await startServer({ ...env, LOCUTOR_LANGUAGE: 'pt' }, folder);
    expect(first.url).toContain(hasIpv6 ? 'http://[::1]:' : 'http://127.0.0.1:');
    expect(paste(first, folder)).toContain('"RECOGNIZED"');
    await first.stop();

    // The token of the first start is not known any more.
    const second = await startServer(env, folder);
    expect(second.output()).not.toContain(first.token);
    expect(paste(second, folder, first.token)).toContain('good morning');
    await second.stop();
  });
});

describe('the first token', () => {
  const tokens = (folder: string) =>
    JSON.parse(locutor(['tokens', 'list', '--json'], folder).stdout) as { name: string }[];

  it('is not made by a start on a busy port, but by the next one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const folder = newFolder();
    const { status, stderr } = locutor(['serve'], folder, { LOCUTOR_PORT: String(port) });
    other.close();
    expect([status, stderr]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
    expect(tokens(folder)).toEqual([]);
    const server = await startServer({}, folder);
    expect(server.token).toMatch(/^loc_/);
    expect(tokens(folder)).toMatchObject([{ name: 'first' }]);
    await server.stop();
  });

  it.each([
    ['goes nowhere', 'exec >/dev/null'],
    ['is closed', 'exec >&-'],
    ['is a pipe that nobody reads any more', 'exec > >(true); wait $!'],
  ])('is not made while standard output %s, and the log says so', async (_what, redirect) => {
    const folder = newFolder();
    const child = spawn('bash', ['-c', `${redirect}; exec "$0" "$1" serve`, process.execPath, program], {
      cwd: folder,
      env: { ...process.env, LOCUTOR_PORT: '0', LOCUTOR_WORKERS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = once(child, 'exit');
    const log = text(
      child.stderr.on('data', (line) => String(line).includes('serving') && child.kill('SIGTERM')),
    );
    expect(await exited).toEqual([0, null]);
    expect(await log).toContain('no first token was created');
    expect(tokens(folder)).toEqual([]);
  });

  it('is not made by "tokens create" that nobody reads either', () => {
    const folder = newFolder();
    const script = 'set -o pipefail; "$0" "$1" tokens create | true';
    const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath, program], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      'locutor: The token cannot be shown, so it was not kept: write EPIPE.\n',
    ]);
    expect(tokens(folder)).toEqual([]);
  });
});
