import { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type ServedPeer, serveConnection } from './connection.ts';
import type { Sessions } from './sessions.ts';

afterEach(() => vi.useRealTimers());

/** A connection whose client reads when the test says so. */
function scene() {
  vi.useFakeTimers();
  const written: (() => void)[] = [];
  const warnings: string[] = [];
  let dropped = 0;
  const socket = Object.assign(new EventEmitter(), {
    send: (_frame: unknown, done: () => void) => written.push(done),
    terminate() {
      dropped += 1;
      for (const done of written.splice(0)) done();
    },
  });
  const request = {
    principal: { id: 'a client' },
    log: { warn: (text: string) => warnings.push(text) },
  } as unknown as FastifyRequest;
  const sessions = { add: () => () => {} } as unknown as Sessions;
  let peer!: ServedPeer;
  serveConnection(socket as unknown as WebSocket, request, sessions, (given) => {
    peer = given;
    return { receive() {}, end() {}, retire() {} };
  });
  return { peer, warnings, read: () => written.shift()!(), dropped: () => dropped };
}

it('waits for a client that reads what it is sent', async () => {
  const { peer, read, dropped } = scene();
  const delivered = peer.deliver(new Uint8Array(10));
  vi.advanceTimersByTime(59_000);
  read();
  await delivered;
  vi.advanceTimersByTime(120_000);
  expect(dropped()).toBe(0);
});

it('drops a client that reads nothing for a minute, and waits for it no longer', async () => {
  const { peer, warnings, dropped } = scene();
  const delivered = peer.deliver(new Uint8Array(10));
  vi.advanceTimersByTime(61_000);
  await delivered;
  expect(dropped()).toBe(1);
  expect(warnings).toEqual(['a client of a session does not read what it is sent and is dropped']);
});
