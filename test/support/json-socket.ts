import WebSocket, { type ClientOptions } from 'ws';
import type { TestServer } from './server.ts';

export type Json = Record<string, unknown>;

export interface SocketOptions extends ClientOptions {
  readonly protocols?: string[];
}

/** A client of a protocol whose messages are JSON in text frames, and audio in binary ones. */
export class JsonSocket {
  readonly socket: WebSocket;
  readonly messages: Json[] = [];
  readonly audio: Buffer[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  #onChange: (() => void)[] = [];
  #read = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.audio.push(data);
      else this.messages.push(JSON.parse(data.toString()));
      this.#changed();
    });
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#changed();
      }),
    );
  }

  /** Connects; rejects with the HTTP status and the body where the server refuses. */
  static async connect(
    server: Pick<TestServer, 'url'>,
    path: string,
    { protocols = [], ...options }: SocketOptions = {},
  ): Promise<JsonSocket> {
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, protocols, options);
    const client = new JsonSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => reject(Object.assign(new Error(text), { status: response.statusCode })));
      });
      socket.on('error', reject);
    });
    return client;
  }

  say(message: Json | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** In packets of 20 ms of telephone audio unless told otherwise. */
  async send(bytes: Uint8Array, { packet = 320, paceMs = 0 } = {}): Promise<void> {
    for (let at = 0; at < bytes.length; at += packet) {
      this.socket.send(bytes.subarray(at, at + packet));
      if (paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs));
    }
  }

  /** The next message that fits. */
  async next(fits: (message: Json) => boolean = () => true): Promise<Json> {
    for (;;) {
      while (this.#read < this.messages.length) {
        const message = this.messages[this.#read++]!;
        if (fits(message)) return message;
      }
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the connection was closed');
      await new Promise<void>((resolve) => this.#onChange.push(resolve));
    }
  }

  close(): void {
    this.socket.terminate();
  }

  #changed(): void {
    const waiting = this.#onChange;
    this.#onChange = [];
    for (const each of waiting) each();
  }
}
