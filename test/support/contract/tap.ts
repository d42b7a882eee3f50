import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { AnswerReader } from './answer-reader.ts';
import type { Exchange } from './check-answer.ts';

/** Told of every answer that this process receives from a port. */
type Listener = (port: number, exchange: Exchange) => void;

/**
 * Listens in on every connection that this process opens, fetch's own included, without taking part in it. Tests do
 * not have to do anything for it, and cannot forget to.
 */
export function tapConnections(listener: Listener): void {
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket };
    const reader = new AnswerReader((exchange) => listener(socket.remotePort ?? 0, exchange));
    tapReceived(socket, reader);
    // Connecting puts the socket's own write back.
    const { connect } = socket;
    socket.connect = (...how: never[]) => {
      connect.apply(socket, how as never);
      tapSent(socket, reader);
      return socket;
    };
  });
}

function tapReceived(socket: Socket, reader: AnswerReader): void {
  const { push } = socket;
  socket.push = (chunk: unknown, ...rest: never[]) => {
    if (chunk instanceof Uint8Array) reader.received(chunk);
    return push.call(socket, chunk, ...rest);
  };
}

function tapSent(socket: Socket, reader: AnswerReader): void {
  const { write, end } = socket;
  socket.write = (chunk: unknown, ...rest: never[]) => {
    reader.sent(textOf(chunk));
    return write.call(socket, chunk as never, ...rest);
  };
  socket.end = (chunk: unknown, ...rest: never[]) => {
    reader.sent(textOf(chunk));
    return end.call(socket, chunk as never, ...rest);
  };
}

function textOf(chunk: unknown): string {
  if (typeof chunk === 'string') return chunk;
  return chunk instanceof Uint8Array ? Buffer.from(chunk).toString('latin1') : '';
}
