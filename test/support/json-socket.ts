import type { TestServer } from './server.ts';
import { connected, type SocketOptions, TestSocket } from './test-socket.ts';

export type Json = Record<string, unknown>;

/** A client of a protocol whose messages are JSON in text frames, and audio in binary ones. */
export class JsonSocket extends TestSocket<Json> {
  readonly audio: Buffer[] = [];

  static async connect(server: Pick<TestServer, 'url'>, path: string, options: SocketOptions = {}) {
    return connected(server, path, options, (socket) => {
      const client: JsonSocket = new JsonSocket(socket, (data, isBinary) => {
        if (!isBinary) return JSON.parse(data.toString());
        client.audio.push(data);
      });
      return client;
    });
  }

  say(message: Json | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** In packets of 20 ms of telephone audio unless told otherwise. */
  async send(bytes: Uint8Array, { packet = 320, paceMs = 0 } = {}): Promise<void> {
    await this.inPackets(bytes, packet, paceMs, (part) => this.socket.send(part));
  }

  /** The next message that fits. */
  async next(fits: (message: Json) => boolean = () => true): Promise<Json> {
    return this.nextThat(fits);
  }
}
