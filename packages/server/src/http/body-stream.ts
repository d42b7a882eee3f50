import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tooLarge } from './body.ts';
import { HttpError } from './http-error.ts';

/** Connections whose request keeps time itself. */
const keepingTime = new WeakSet<Socket>();

/** Whether Node's own clock, which cannot stand still, is to be ignored. */
export function keepsTime(socket: Socket): boolean {
  return keepingTime.has(socket);
}

interface BodyLimits {
  readonly maxBytes: number;
  /** How long the server waits for the client, in all. */
  readonly waitMs: number;
  /** How long for one piece. Default: as long as in all. */
  readonly pieceMs?: number;
}

/**
 * A body that is worked on while it arrives. Nothing is read before it is asked for, so a client cannot send faster
 * than its audio is processed; and only the time in which the server waits for the client counts against it.
 */
export class BodyStream {
  readonly #request: IncomingMessage;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #maxBytes: number;
  readonly #pieceMs: number;
  #waitMs: number;
  #received = 0;

  constructor(request: IncomingMessage, limits: BodyLimits) {
    this.#request = request;
    this.#chunks = request.iterator({ destroyOnReturn: false });
    this.#maxBytes = limits.maxBytes;
    this.#waitMs = limits.waitMs;
    this.#pieceMs = limits.pieceMs ?? limits.waitMs;
    if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes);
    const { socket } = request;
    keepingTime.add(socket);
    request.once('close', () => keepingTime.delete(socket));
  }

  get received(): number {
    return this.#received;
  }

  /** The next piece, undefined at the end. */
  async read(): Promise<Buffer | undefined> {
    const begun = performance.now();
    const { value, done } = await this.#inTime(this.#chunks.next());
    this.#waitMs -= performance.now() - begun;
    if (done) return undefined;
    this.#received += value.length;
    if (this.#received > this.#maxBytes) throw tooLarge(this.#maxBytes);
    return value;
  }

  /** Lets go by what still comes, which may not take longer than it might have before. */
  close(): void {
    const request = this.#request;
    if (request.destroyed) return;
    // The iterator holds the stream back until it knows that nobody reads it any more.
    this.#chunks.return?.().then(
      () => request.resume(),
      () => {},
    );
    if (request.complete) return;
    const timer = setTimeout(() => request.destroy(), this.#patience).unref();
    request.once('close', () => clearTimeout(timer));
  }

  get #patience(): number {
    return Math.max(0, Math.min(this.#waitMs, this.#pieceMs));
  }

  #inTime<T>(chunk: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = () =>
        reject(
          new HttpError('ERR_REQUEST_TIMEOUT', 'the request did not arrive in time', { connection: 'close' }),
        );
      const timer = setTimeout(late, this.#patience);
      chunk.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}
