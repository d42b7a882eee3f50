import WebSocket, { type ClientOptions } from 'ws';
import type { TestServer } from './server.ts';

export interface SocketOptions extends ClientOptions {
  readonly protocols?: string[];
}

/** Connects; rejects with the HTTP status and the body where the server refuses. */
export async function connected<Client>(
  server: Pick<TestServer, 'url'>,
  path: string,
  { protocols = [], ...options }: SocketOptions,
  clientOf: (socket: WebSocket) => Client,
): Promise<Client> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, protocols, options);
  // Listening before the connection stands, or the first messages could be missed.
  const client = clientOf(socket);
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

/** A connection whose messages are kept and can be waited for. */
export abstract class TestSocket<Message> {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  /** Told of every message, for clients that answer at once. */
  onMessage: (message: Message) => void = () => {};
  readonly closed: Promise<{ code: number; reason: string }>;
  #onChange: (() => void)[] = [];
  #read = 0;

  protected constructor(socket: WebSocket, take: (data: Buffer, isBinary: boolean) => Message | undefined) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      const message = take(data, isBinary);
      if (message !== undefined) {
        this.messages.push(message);
        this.onMessage(message);
      }
      this.#changed();
    });
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#changed();
      }),
    );
  }

  /** The next message that fits. */
  protected async nextThat(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      while (this.#read < this.messages.length) {
        const message = this.messages[this.#read++]!;
        if (fits(message)) return message;
      }
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the connection was closed');
      await new Promise<void>((resolve) => this.#onChange.push(resolve));
    }
  }

  /** Sends bytes in packets, with `paceMs` between two. */
  protected async inPackets(
    bytes: Uint8Array,
    packet: number,
    paceMs: number,
    send: (part: Uint8Array) => void,
  ): Promise<void> {
    for (let at = 0; at < bytes.length; at += packet) {
      send(bytes.subarray(at, at + packet));
      if (paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs));
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
