import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const [CONTINUATION, TEXT, BINARY] = [0, 1, 2];
/** The content of one piece of a flood: a client writes the next one when the server has taken this one. */
const PIECE_BYTES = 256 * 1024;

export type FrameKind = 'text' | 'binary' | 'ping' | 'first' | 'next';
const HEADS: Readonly<Record<FrameKind, number>> = {
  text: 0x80 | TEXT,
  binary: 0x80 | BINARY,
  ping: 0x89,
  first: BINARY,
  next: CONTINUATION,
};

/** A frame as a client sends it, masked with zeros. `first` and `next` are fragments of a message that goes on. */
export function frame(kind: FrameKind, payload: string | Uint8Array): Buffer {
  const content = Buffer.from(payload as string);
  const { length } = content;
  const head = length < 126 ? Buffer.alloc(6) : Buffer.alloc(length < 0x10000 ? 8 : 14);
  head[0] = HEADS[kind];
  head[1] = 0x80 | (length < 126 ? length : length < 0x10000 ? 126 : 127);
  if (head.length === 8) head.writeUInt16BE(length, 2);
  if (head.length === 14) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, content]);
}

/** The same bytes many times over. */
export const times = (count: number, bytes: Uint8Array) => Buffer.alloc(count * bytes.length, bytes);

/** A connection that a flood is sent through, byte for byte. */
export class FloodSocket {
  readonly #socket: Socket;
  #received = '';
  #onChange: () => void = () => {};
  /** When either side has closed it. */
  readonly closed: Promise<void>;

  constructor(url: string, { reads = true } = {}) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname).setEncoding('latin1');
    this.#socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    if (!reads) this.#socket.pause();
    else {
      this.#socket.on('data', (text: string) => {
        this.#received = (this.#received + text).slice(-100_000);
        this.#onChange();
      });
    }
  }

  /** A WebSocket at this path. */
  static async open(url: string, path: string, protocol?: string): Promise<FloodSocket> {
    const socket = new FloodSocket(url);
    const offered = protocol === undefined ? '' : `sec-websocket-protocol: ${protocol}\r\n`;
    await socket.send(
      `GET ${path} HTTP/1.1\r\nhost: flood\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n${offered}\r\n`,
    );
    await socket.receives('HTTP/1.1 101');
    return socket;
  }

  /** Resolves when the server has taken it, or has closed the connection. */
  async send(bytes: string | Buffer): Promise<void> {
    const all = Buffer.from(bytes as string);
    for (let at = 0; at < all.length && !this.#socket.destroyed; at += PIECE_BYTES) {
      const piece = all.subarray(at, at + PIECE_BYTES);
      await Promise.race([
        new Promise<void>((resolve) => this.#socket.write(piece, () => resolve())),
        this.closed,
      ]);
    }
  }

  /** Resolves when the server has said this, or has closed the connection. */
  async receives(text: string): Promise<void> {
    while (!this.#received.includes(text) && !this.#socket.destroyed) {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#onChange = resolve;
        }),
        this.closed,
      ]);
    }
  }

  end(): void {
    this.#socket.destroy();
  }
}
