import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { clientOf } from '../http/client-id.ts';
import { UNREAD_MS } from '../http/unread.ts';
import type { SessionPeer } from './session-host.ts';
import type { OpenSession, Sessions } from './sessions.ts';

/** A session of any protocol. */
export interface ServedSession extends OpenSession {
  receive(message: Uint8Array, isBinary: boolean): void;
  /** The connection is gone. */
  end(): void;
}

/** What a session can do with its connection. */
export interface ServedPeer extends SessionPeer {
  /** Sends, and resolves when the connection has taken it. */
  deliver(frame: Uint8Array): Promise<void>;
  /** Counts the session for the client that its request comes from by now. Throws ERR_BUSY. */
  recount(): void;
}

/** Many clients close the connection of a released session themselves, and take a close that comes first for an error. */
const RELEASED_MS = 1000;

/** A client that does not read this much of what it was sent is dropped. */
const MOST_UNREAD = 1024 * 1024;

/** Serves one connection by the session that `open` makes for it. */
export function serveConnection(
  socket: WebSocket,
  request: FastifyRequest,
  sessions: Sessions,
  open: (peer: ServedPeer) => ServedSession,
): void {
  let leave = () => {};
  const drop = () => {
    request.log.warn('a client of a session does not read what it is sent and is dropped');
    socket.terminate();
  };
  const session = open({
    send(frame) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(frame);
      if (socket.bufferedAmount > MOST_UNREAD) drop();
    },
    deliver(frame) {
      const late = setTimeout(drop, UNREAD_MS);
      return new Promise((resolve) =>
        socket.send(frame, () => {
          clearTimeout(late);
          resolve();
        }),
      );
    },
    recount() {
      leave();
      try {
        sessions.ensureRoom(clientOf(request));
      } finally {
        leave = sessions.add(clientOf(request), session);
      }
    },
    close: (reason) => socket.close(1000, reason),
    release(reason) {
      leave();
      let late: NodeJS.Timeout;
      const close = () => {
        clearTimeout(late);
        socket.close(1000, reason);
        // A client that does not answer would keep its connection for half a minute, and nobody counts it any more.
        late = setTimeout(() => socket.terminate(), RELEASED_MS).unref();
      };
      late = setTimeout(close, RELEASED_MS).unref();
      const forget = sessions.addReleased(clientOf(request), close);
      socket.once('close', () => {
        clearTimeout(late);
        forget();
      });
      // Whatever waited to be handled; the client's close comes behind it.
      socket.resume();
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  });
  leave = sessions.add(clientOf(request), session);
  socket.on('message', (data, isBinary) => session.receive(bytesOf(data), isBinary));
  // A frame that is too large, or none: ws closes the connection with the reason.
  socket.on('error', (error) =>
    request.log.info({ reason: error.message }, 'a session broke the WebSocket protocol'),
  );
  socket.on('close', () => {
    leave();
    session.end();
  });
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
