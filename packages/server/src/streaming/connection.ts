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
  admit(): void;
}

/** Many clients close the connection of a released session themselves, and take a close that comes first for an error. */
const RELEASED_MS = 1000;

/** A client that does not read this much of what it was sent is dropped. */
const MOST_UNREAD = 1024 * 1024;

/** How long a client may take to answer a close: it would keep its connection for half a minute, and a stop of the server waits. */
const CLOSING_MS = 2000;

/** Serves one connection by the session that `open` makes for it; one that is not admitted counts as no session. */
export function serveConnection(
  socket: WebSocket,
  request: FastifyRequest,
  sessions: Sessions,
  open: (peer: ServedPeer) => ServedSession,
  isAdmitted = true,
): void {
  let leave = () => {};
  const terminateSoon = () => {
    const late = setTimeout(() => socket.terminate(), CLOSING_MS).unref();
    socket.once('close', () => clearTimeout(late));
  };
  const close = (reason: string) => {
    socket.close(1000, reason);
    terminateSoon();
    // The client's close comes behind whatever waits to be handled.
    socket.resume();
  };
  const drop = () => {
    request.log.warn('a client of a session does not read what it is sent and is dropped');
    socket.terminate();
  };
  const dropUnread = () => {
    if (socket.bufferedAmount > MOST_UNREAD) drop();
  };
  const session = open({
    send(frame) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(frame);
      dropUnread();
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
    admit() {
      leave();
      try {
        sessions.ensureRoom(clientOf(request));
      } finally {
        leave = sessions.add(clientOf(request), session);
      }
    },
    close,
    release(reason) {
      leave();
      const closeNow = () => {
        clearTimeout(late);
        close(reason);
      };
      const late = setTimeout(closeNow, RELEASED_MS).unref();
      const forget = sessions.addBare(clientOf(request), closeNow);
      socket.once('close', () => {
        clearTimeout(late);
        forget();
      });
      socket.resume();
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  });
  leave = isAdmitted
    ? sessions.add(clientOf(request), session)
    : sessions.addBare(clientOf(request), () => close('too many connections wait to be admitted'));
  socket.on('message', (data, isBinary) => session.receive(bytesOf(data), isBinary));
  // Each is answered by a pong.
  socket.on('ping', dropUnread);
  // A frame that is too large, or none: ws closes the connection with the reason.
  socket.on('error', (error) => {
    request.log.info({ reason: error.message }, 'a session broke the WebSocket protocol');
    terminateSoon();
  });
  socket.on('close', () => {
    leave();
    session.end();
  });
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
