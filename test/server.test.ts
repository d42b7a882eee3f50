import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childrenOf, newFolder, root, startServer, type TestServer } from './support/server.ts';

const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');

function locutor(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Sends bytes as they are and reads until the server closes. */
async function raw(server: TestServer, bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

describe('a running server', () => {
  const folder = newFolder();
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(
      { LOCUTOR_MAX_HEADER_BYTES: '4096', LOCUTOR_REQUEST_SECONDS: '2', LOCUTOR_WORKERS: '2' },
      folder,
    );
  });
  afterAll(() => server.stop());

  it('prints where everything is, the token and a call to paste', () => {
    const printed = server.output();
    for (const path of ['/docs', '/reference', '/health/ready']) expect(printed).toContain(server.url + path);
    expect(printed).toContain(join(folder, 'data'));
    expect(printed).toMatch(/token +loc_\w+\n/);
    const [call = '', ...others] = printed.split('\n').filter((line) => line.trim().startsWith('curl '));
    expect(others).toEqual([]);
    const { status, stdout } = spawnSync('bash', ['-c', `${call} -sf`], { cwd: folder, encoding: 'utf8' });
    expect([call, status, stdout]).toEqual([call, 0, expect.stringContaining('good morning')]);
  });

  it('is ready: models, database, engine processes', async () => {
    const answer = await fetch(`${server.url}/health/ready`);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      {
        ready: true,
        models: { ready: true },
        database: { ready: true, reads: true, writes: true },
        engine: { status: 'ready', processes: 2, ready: 2 },
      },
    ]);
  });

  it('keeps the data folder and the database to itself', () => {
    const data = join(folder, 'data');
    expect(statSync(data).mode & 0o077).toBe(0);
    for (const file of readdirSync(data)) expect(statSync(join(data, file)).mode & 0o077).toBe(0);
  });

  it('answers 431 to headers over the limit', async () => {
    const answer = await raw(
      server,
      `GET /rest/v2/encoders HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(5000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toMatch(/x-request-id: \S+/);
    expect(answer).toContain('{"code":"ERR_HEADERS_TOO_LARGE"');
  });

  it('answers 400 to what is not HTTP', async () => {
    for (const bytes of ['hello\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n']) {
      const answer = await raw(server, bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
      expect(answer).toContain('"code":"ERR_MALFORMED_REQUEST"');
    }
  });

  it('passes over an expectation that it does not know', async () => {
    const answer = await raw(
      server,
      'GET /rest/v2/encoders HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/x-request-id: \S+/);
  });

  it('answers 400 to a path that is no URL', async () => {
    const answer = await raw(server, 'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"ERR_MALFORMED_REQUEST"');
  });

  it('cuts a request off that drips in too slowly', async () => {
    const answer = await raw(server, 'GET /rest/v2/encoders HTTP/1.1\r\nhost: x\r\nx-slow: ');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"ERR_REQUEST_TIMEOUT"');
  });

  it('gives no second answer to a request that was refused and never ends', async () => {
    const answer = await raw(server, 'POST /rest/v3/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n');
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  it('goes on serving while its engine processes are killed, and replaces them', async () => {
    const killed = childrenOf(server);
    expect(killed).toHaveLength(2);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    expect((await fetch(`${server.url}/rest/v2/encoders`)).status).toBe(200);
    const replaced = async () => {
      const answer = await fetch(`${server.url}/health/ready`);
      const { engine } = (await answer.json()) as { engine: { ready: number } };
      const fresh = childrenOf(server).filter((pid) => !killed.includes(pid));
      return [answer.status, engine.ready, fresh.length];
    };
    await expect.poll(replaced).toEqual([200, 2, 2]);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('# TYPE locutor_engine_restarts_total counter');
    expect(Number(/^locutor_engine_restarts_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(2);
  });

  it('passes over basic credentials where it has no users and needs none', async () => {
    const authorization = `Basic ${Buffer.from('ana:secret').toString('base64')}`;
    const status = async (path: string) =>
      (await fetch(`${server.url}${path}`, { headers: { authorization } })).status;
    expect(await status('/rest/v2/encoders')).toBe(200);
    expect(await status('/rest/v3/users')).toBe(401);
  });

  it('knows tokens made and revoked by the command while it runs', async () => {
    const made = locutor(['tokens', 'create', 'a test', '--scope', 'encoders', '--days', '1'], folder);
    expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^loc_\w+\n$/) });
    const authorization = `Bearer ${made.stdout.trim()}`;
    const status = async () =>
      (await fetch(`${server.url}/rest/v2/encoders`, { headers: { authorization } })).status;
    expect(await status()).toBe(200);
    const listed = locutor(['tokens', 'list'], folder).stdout;
    expect(listed).toMatch(/a test +encoders/);
    expect(listed).not.toContain(made.stdout.trim());
    const id = /^(\w+) +a test/m.exec(listed)![1]!;
    expect(locutor(['tokens', 'revoke', id], folder)).toMatchObject({
      status: 0,
      stdout: `revoked: ${id}\n`,
    });
    await expect.poll(status).toBe(401);
  });

  it('has its port to itself: another server says that it is in use', () => {
    const answer = locutor(['serve'], newFolder(), { LOCUTOR_PORT: new URL(server.url).port });
    expect(answer).toMatchObject({ status: 1, stderr: expect.stringContaining('EADDRINUSE') });
  });

  // The last of this server.
  it('leaves no engine process behind when it is killed', async () => {
    const pids = childrenOf(server);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    const alive = () => pids.filter((pid) => existsSync(`/proc/${pid}`));
    await expect.poll(alive).toEqual([]);
  });
});

describe('starting and stopping', () => {
  it('shows the token once, keeps it valid over a restart and finishes a request before it ends with code 0', async () => {
    const folder = newFolder();
    const first = await startServer({}, folder);
    expect(await first.stop()).toBe(0);
    const second = await startServer({}, folder);
    expect(second.token).toBe('');
    const headers = { authorization: `Bearer ${first.token}` };
    expect((await fetch(`${second.url}/rest/v2/encoders`, { headers })).status).toBe(200);
    const { socket, stopped } = await stopAmidRequest(second);
    socket.write('connection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(await stopped).toBe(0);
  });

  it('stops soon although a busy connection wants to be kept', async () => {
    const server = await startServer({ LOCUTOR_SHUTDOWN_SECONDS: '600' });
    const { socket, stopped } = await stopAmidRequest(server);
    socket.write('\r\n');
    // The test's own time limit is far below the 600 s that an idle connection could otherwise take.
    expect(await stopped).toBe(0);
    socket.destroy();
  });

  it('says what is wrong with a setting and does not start', () => {
    const answer = locutor(['serve'], newFolder(), { LOCUTOR_PORT: 'http', LOCUTOR_WORKRES: '2' });
    expect(answer.status).toBe(1);
    expect(answer.stderr).toContain(
      'LOCUTOR_PORT in the environment: expected an integer from 0 to 65535, got "http"',
    );
    expect(answer.stderr).toContain(
      'LOCUTOR_WORKRES in the environment: there is no such setting; did you mean LOCUTOR_WORKERS?',
    );
    expect(answer.stderr).not.toMatch(/\n +at /);
  });

  it('says so when the data folder cannot be made', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'taken'), '');
    for (const dataDir of existsSync('/proc/self') ? ['/proc/locutor', 'taken'] : ['taken']) {
      const { status, stdout, stderr } = locutor([], folder, {
        LOCUTOR_DATA_DIR: dataDir,
        LOCUTOR_PORT: '0',
      });
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^locutor: The database \S+locutor\.db cannot be used: .+\.\n$/);
    }
  });

  it('names all that is wrong with the configuration before it makes anything on the disk', () => {
    const folder = newFolder();
    const { status, stdout, stderr } = locutor(['serve'], folder, {
      LOCUTOR_PORT: 'http',
      LOCUTOR_LANGUAGE: 'xx',
      LOCUTOR_JWT_ISSUER: 'https://login.example',
      LOCUTOR_GRAMMAR_HOSTS: '10.0.0.0/99',
      LOCUTOR_DATABASE_URL: 'sqlite://host/a.db',
      LOCUTOR_MODELS_DIR: 'models',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'locutor: The configuration cannot be used:',
      expect.stringContaining('LOCUTOR_PORT in the environment: expected an integer'),
      expect.stringContaining('LOCUTOR_GRAMMAR_HOSTS in the environment: expected a host, host:port'),
      expect.stringContaining('LOCUTOR_DATABASE_URL in the environment: "sqlite://host/a.db" names a host'),
      expect.stringContaining('LOCUTOR_LANGUAGE in the environment: no recogniser knows "xx"'),
      expect.stringContaining('jwtAudience: needed with jwtIssuer'),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names the missing models when it may not fetch them', () => {
    const folder = newFolder();
    const answer = locutor(['serve'], folder, { LOCUTOR_MODELS_DIR: folder, LOCUTOR_MODELS_FETCH: 'never' });
    expect(answer.status).toBe(1);
    expect(answer.stderr).toMatch(/Missing models: .*silero-vad.*npx locutor models fetch/);
  });
});

describe('the command', () => {
  it('prints the effective configuration without secrets', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'locutor.config.yaml'), 'port: 9000\ntoken: abcdefghijklmnopqrstuvwxyz\n');
    const { stdout, status } = locutor(['config'], folder, { LOCUTOR_LANGUAGE: 'pt' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/port +9000 +file +LOCUTOR_PORT/);
    expect(stdout).toMatch(/language +"pt" +environment/);
    expect(stdout).not.toContain('abcdefghijklmnopqrstuvwxyz');
    expect(JSON.parse(locutor(['config', '--json'], folder).stdout)).toMatchObject({ port: 9000 });
  });

  it('makes a line for basic authentication that the server takes', async () => {
    const folder = newFolder();
    const { stdout } = locutor(['password', 'ana'], folder, {}, 'correct horse\n');
    const server = await startServer(
      { LOCUTOR_CREDENTIALS: stdout.trim(), LOCUTOR_AUTH_ENCODERS: 'required' },
      folder,
    );
    const curl = (user: string) =>
      spawnSync(
        'curl',
        ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--user', user, `${server.url}/rest/v2/encoders`],
        { encoding: 'utf8' },
      ).stdout;
    expect(curl('ana:correct horse')).toBe('200');
    expect(curl('ana:wrong')).toBe('401');
    await server.stop();
  });

  it.each([
    ['an empty password', ['password', 'ana'], '\n', 'the password is empty'],
    ['two lines', ['password', 'ana'], 'a\nb\n', 'a password is one line without control characters'],
    ['a user name with a space', ['password', 'a b'], 'secret', 'a user name has no colon, comma, space'],
  ])('refuses %s in one line', (_what, args, input, message) => {
    const { status, stdout, stderr } = locutor(args, newFolder(), {}, input);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^locutor: [^\n]+\n$/);
    expect(stderr).toContain(message);
  });

  it.each([
    ['a host that does not exist', { LOCUTOR_HOST: 'nothing.invalid' }, 'nothing.invalid'],
    ['an address of another machine', { LOCUTOR_HOST: '192.0.2.1' }, 'EADDRNOTAVAIL'],
  ])('refuses %s in one line', (_what, env, message) => {
    const { status, stderr } = locutor(['serve'], newFolder(), { LOCUTOR_PORT: '0', ...env });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^locutor: [^\n]+\n$/)]);
    expect(stderr).toContain(message);
  });

  it.each([
    ['a reader that leaves early', 'config --explain | true', 0, ''],
    ['a full disk behind its output', 'config --explain >/dev/full', 1, 'standard output cannot be written'],
    ['a password that nobody reads', 'password ana <<<secret | true', 1, 'the line cannot be printed'],
  ])('shows no stack to %s', (_what, args, status, message) => {
    const script = `set -o pipefail; "$0" "$1" ${args}`;
    const ran = spawnSync('bash', ['-c', script, process.execPath, program], {
      cwd: newFolder(),
      encoding: 'utf8',
    });
    expect([ran.status, ran.stderr.split('\n').length]).toEqual([status, message === '' ? 1 : 2]);
    expect(ran.stderr).toContain(message);
  });

  it('lists and checks the models', () => {
    const folder = newFolder();
    expect(locutor(['models'], folder).stdout).toMatch(
      /silero-vad +voice-activity +default +2\.3 MB +MIT +ready/,
    );
    expect(locutor(['models', 'verify', 'silero-vad'], folder)).toMatchObject({
      status: 0,
      stdout: 'intact: silero-vad\n',
    });
    expect(locutor(['models', 'fetch', 'nothing'], folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no model called "nothing"'),
    });
  });

  it('stops a person who mistypes', async () => {
    const child = spawn(process.execPath, [program, 'srve'], { stdio: ['ignore', 'ignore', 'pipe'] });
    expect(await text(child.stderr)).toMatch(/unknown command|too many arguments/);
  });
});

/** Tells a server to stop while half a request has arrived, and waits until it takes no more connections. */
async function stopAmidRequest(server: Awaited<ReturnType<typeof startServer>>) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /rest/v2/encoders HTTP/1.1\r\nhost: x\r\n');
  await expect.poll(async () => (await fetch(`${server.url}/health/live`)).status).toBe(200);
  const stopped = server.stop();
  await expect
    .poll(() =>
      fetch(`${server.url}/health/live`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  return { socket, stopped };
}
