import { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type ServedPeer, serveConnection } from './connection.ts';
import { Sessions } from './sessions.ts';

afterEach(() => vi.useRealTimers());

const CLIENT = 'a client';

/** A connection whose client reads when the test says so. */
function scene() {
  vi.useFakeTimers();
  const written: (() => void)[] = [];
  const warnings: string[] = [];
  const closed: string[] = [];
  let dropped = 0;
  const socket = Object.assign(new EventEmitter(), {
    send: (_frame: unknown, done: () => void) => written.push(done),
    close: (code: number, reason: string) => closed.push(`${code} ${reason}`),
    resume() {},
    terminate() {
      dropped += 1;
      for (const done of written.splice(0)) done();
    },
  });
  const request = {
    principal: { id: CLIENT },
    log: { warn: (text: string) => warnings.push(text) },
  } as unknown as FastifyRequest;
  const sessions = new Sessions(1);
  let peer!: ServedPeer;
  serveConnection(socket as unknown as WebSocket, request, sessions, (given) => {
    peer = given;
    return { receive() {}, end() {}, retire() {} };
  });
  return { peer, socket, sessions, closed, warnings, read: () => written.shift()!(), dropped: () => dropped };
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

describe('a released session', () => {
  it('counts no longer, and leaves a second to its client to close the connection', () => {
    const { peer, sessions, closed } = scene();
    expect(() => sessions.ensureRoom(CLIENT)).toThrow();
    peer.release('released');
    sessions.ensureRoom(CLIENT);
    expect(sessions.size).toBe(0);
    vi.advanceTimersByTime(900);
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(closed).toEqual(['1000 released']);
  });

  it('is dropped when its client does not answer the close', () => {
    const { peer, socket, closed, dropped } = scene();
    peer.release('released');
    vi.advanceTimersByTime(1100);
    expect([closed, dropped()]).toEqual([['1000 released'], 0]);
    vi.advanceTimersByTime(2000);
    expect(dropped()).toBe(1);
    socket.emit('close');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is closed at once when its client releases more of them than it may have', () => {
    const sessions = new Sessions(2);
    const closed: string[] = [];
    const release = (client: string, name: string) => sessions.addBare(client, () => closed.push(name));
    const forget = release('first', 'a');
    release('first', 'b');
    release('second', 'c');
    expect(closed).toEqual([]);
    release('first', 'd');
    expect(closed).toEqual(['a']);
    forget();
    release('first', 'e');
    expect(closed).toEqual(['a', 'b']);
  });

  it('leaves nothing behind when its client closes', () => {
    const { peer, socket, sessions, closed } = scene();
    peer.release('released');
    socket.emit('close');
    expect(vi.getTimerCount()).toBe(0);
    sessions.retire();
    expect(closed).toEqual([]);
  });

  it('is closed at once when the server stops, before or after it', () => {
    const first = scene();
    first.peer.release('released');
    first.sessions.retire();
    expect(first.closed).toEqual(['1000 released']);
    const second = scene();
    second.sessions.retire();
    second.peer.release('released');
    expect(second.closed).toEqual(['1000 released']);
  });
});
