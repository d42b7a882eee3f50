import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { newFolder, startServer, type TestServer } from './support/server.ts';

/** A server that runs this script first, in its main thread. */
async function startSabotaged(script: (folder: string) => string): Promise<TestServer> {
  const folder = newFolder();
  const file = join(folder, 'sabotage.mjs');
  writeFileSync(
    file,
    `import { isMainThread, Worker } from 'node:worker_threads';
    import { open } from 'node:fs';
    if (isMainThread) { ${script(folder)} }`,
  );
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(file)}`, LOCUTOR_SHUTDOWN_SECONDS: '1' };
  return startServer(env, folder);
}

/** Opening a pipe that nobody writes to never returns, and process.exit() waits for it. */
function holdExit(folder: string): string {
  const pipe = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  return `open(${JSON.stringify(pipe)}, 'r', () => {});`;
}

const FAIL_ON_SIGNAL =
  "process.on('SIGWINCH', () => setImmediate(() => { throw new Error('nobody catches this'); }));";
const HOLD_CLOSE = 'Worker.prototype.terminate = () => new Promise(() => {});';

/** The exit code or the signal that ended it. The test's time limit is the only one: these would never end. */
async function ended({ child }: TestServer): Promise<unknown> {
  const [code, signal] = await once(child, 'close');
  return code ?? signal;
}

async function useGrammarThread({ url }: TestServer): Promise<void> {
  const answer = await fetch(`${url}/asr/rest/v3/interpret?lm=builtin:grammar/number`, {
    method: 'POST',
    body: 'nineteen',
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.status).toBe(200);
}

it.concurrent('ends after SIGTERM although its event loop is busy', async () => {
  const server = await startSabotaged(
    () => "process.once('SIGTERM', () => setImmediate(() => { for (;;); }));",
  );
  const end = ended(server);
  server.child.kill('SIGTERM');
  expect(await end).toBe('SIGKILL');
});

it.concurrent('ends after SIGTERM although process.exit() does not return', async () => {
  const server = await startSabotaged(holdExit);
  const end = ended(server);
  server.child.kill('SIGTERM');
  expect(await end).toBe('SIGKILL');
  expect(server.log()).toContain('"msg":"stopped"');
});

it.concurrent('ends with code 1 after an error that nobody caught although closing does not finish', async () => {
  const server = await startSabotaged(() => FAIL_ON_SIGNAL + HOLD_CLOSE);
  await useGrammarThread(server);
  const end = ended(server);
  server.child.kill('SIGWINCH');
  expect(await end).toBe(1);
  expect(server.log()).toContain('nobody catches this');
  expect(server.log()).toContain('not stopped within 6000 ms; exiting');
});

it.concurrent('ends after an error that nobody caught although neither closing nor process.exit() finishes', async () => {
  const server = await startSabotaged((folder) => FAIL_ON_SIGNAL + HOLD_CLOSE + holdExit(folder));
  await useGrammarThread(server);
  const end = ended(server);
  server.child.kill('SIGWINCH');
  expect(await end).toBe('SIGKILL');
});

it.concurrent('stops without waiting for connections that no request came on, and for clients that are silent', async () => {
  // Whatever is waited for is waited for longer than the test.
  const server = await startServer({ LOCUTOR_SHUTDOWN_SECONDS: '3600' });
  const { hostname, port } = new URL(server.url);
  const upgrade =
    'GET /jambonz/recognize HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
  const request = 'GET /health/live HTTP/1.1\r\nhost: x\r\n';
  const sockets = ['', request, `${request}\r\n${request}`, upgrade].map((sent) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.on('error', () => {}).write(sent);
    return socket;
  });
  await Promise.all(sockets.slice(2).map((socket) => once(socket, 'data')));
  expect(await server.stop()).toBe(0);
  for (const socket of sockets) socket.destroy();
});

it.concurrent('is ended at once by a fault of its own', async () => {
  const server = await startServer();
  const end = ended(server);
  server.child.kill('SIGSEGV');
  expect(await end).toBe('SIGSEGV');
  expect(server.log()).not.toContain('"msg":"stopping"');
});
