import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a TCP server that can be cut and mended. */
export class CuttableWay {
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  #cut = false;
  readonly #server = createServer((client) => this.#join(client));

  private constructor(target: URL) {
    this.#target = target;
  }

  static async to(url: string): Promise<CuttableWay> {
    const way = new CuttableWay(new URL(url));
    way.#server.listen(0, '127.0.0.1');
    await once(way.#server, 'listening');
    return way;
  }

  /** The target's address, over this way. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as AddressInfo).port);
    url.hostname = '127.0.0.1';
    return url.href;
  }

  /** Drops every connection, and every new one. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(client: Socket): void {
    client.on('error', () => {});
    if (this.#cut) return void client.destroy();
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    const both = [client, upstream];
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        for (const each of both) each.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  }
}
