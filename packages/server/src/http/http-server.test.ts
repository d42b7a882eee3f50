import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { httpServer } from './http-server.ts';

const UNREAD_MS = 2000;
/** More than the system takes for a client that does not read. */
const MUCH = Buffer.alloc(32 * 1024 * 1024);
const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

/** A client that reads nothing yet. */
async function asked(handler: RequestListener) {
  const server = httpServer(loadConfig({}, process.cwd()).config, handler, UNREAD_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.write(REQUEST);
  return socket;
}

it('drops a client that does not read its answer', async () => {
  let onClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const socket = await asked((_request, response) => void response.on('close', onClosed).end(MUCH));
  await closed;
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
  });
  socket.resume();
  await once(socket, 'close');
  expect(bytes).toBeLessThan(MUCH.length);
});

it('waits for one that reads slowly', async () => {
  const socket = await asked((_request, response) => void response.end(MUCH));
  let bytes = 0;
  for await (const part of socket) {
    bytes += part.length;
    if (bytes < MUCH.length / 2) await sleep(5);
  }
  expect(bytes).toBeGreaterThan(MUCH.length);
});

it('lets a client wait for its answer', async () => {
  const socket = await asked(async (_request, response) => {
    await sleep(2 * UNREAD_MS);
    response.end('at last');
  });
  let text = '';
  for await (const part of socket) text += part;
  expect(text).toContain('at last');
});
