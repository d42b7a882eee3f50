import { IncomingMessage } from 'node:http';

/**
 * A request whose body is read once in a turn of the event loop, and comes in one piece then. Node would go on reading, up
 * to 2 MB, and run what waits for the body once for every chunk: a body in chunks of one byte stopped all else for seconds.
 */
export class PacedRequest extends IncomingMessage {
  #pieces: Buffer[] = [];

  /** Called by Node's parser for every chunk. False has it stop reading until the next `_read`. */
  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#flush();
      return super.push(null);
    }
    if (this.#pieces.length === 0) setImmediate(() => this.#flush());
    this.#pieces.push(chunk);
    return false;
  }

  /** Called by Node where nobody reads the body of a request that was answered: the rest of it is paced, too. */
  _dump(): void {
    this.resume();
  }

  #flush(): void {
    const pieces = this.#pieces;
    if (pieces.length === 0) return;
    this.#pieces = [];
    if (!this.destroyed) super.push(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
  }
}
