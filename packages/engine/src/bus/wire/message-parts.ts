import { attachBlobs, decodePlain, detachBlobs, encodePlain, VIEWS, type ViewName } from '@locutor/contract';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * A message on a channel: the length of its head, the head, then its large arrays as they are. They are not encoded,
 * so that audio is copied once, frame by frame, and not at once in the event loop that serves HTTP.
 */
const head = Type.Object({
  message: Type.Object({ type: Type.String() }),
  blobs: Type.Array(
    Type.Object({
      path: Type.Array(Type.Union([Type.String(), Type.Integer({ minimum: 0 })])),
      view: Type.Enum(Object.keys(VIEWS) as ViewName[]),
      byteLength: Type.Integer({ minimum: 0 }),
    }),
  ),
});
const headShape = Compile(head);

const LENGTH_BYTES = 4;
/** Compiled grammars are the largest heads. */
const MOST_HEAD_BYTES = 64 * 1024 ** 2;

export interface BusMessage {
  readonly type: string;
}

/** Writes one message, part by part. */
export class MessageWriter {
  readonly #parts: Uint8Array[];
  #left: number;

  /** Throws where the message holds something that is not plain data. */
  constructor(message: BusMessage) {
    const { input, blobs, bytes } = detachBlobs(message);
    const encoded = encodePlain({ message: input, blobs });
    const length = new Uint8Array(LENGTH_BYTES);
    new DataView(length.buffer).setUint32(0, encoded.byteLength);
    this.#parts = [length, encoded, ...bytes];
    this.#left = this.#parts.reduce((sum, part) => sum + part.byteLength, 0);
  }

  get left(): number {
    return this.#left;
  }

  /** Fills the target with the next bytes; it is not longer than what is left. */
  fill(target: Uint8Array): void {
    let at = 0;
    while (at < target.byteLength) {
      const part = this.#parts[0]!;
      const piece = part.subarray(0, target.byteLength - at);
      target.set(piece, at);
      at += piece.byteLength;
      if (piece.byteLength === part.byteLength) this.#parts.shift();
      else this.#parts[0] = part.subarray(piece.byteLength);
    }
    this.#left -= at;
  }
}

/** Reads one message, part by part. Whatever comes, it throws or takes no more memory than allowed. */
export class MessageReader {
  readonly #mostBytes: number;
  #head: Static<typeof head> | undefined;
  readonly #buffers: ArrayBuffer[] = [];
  #target = new Uint8Array(LENGTH_BYTES);
  #filled = 0;
  #stage: 'length' | 'head' | 'blobs' | 'complete' = 'length';

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  push(part: Uint8Array): void {
    let rest = part;
    while (rest.byteLength > 0) {
      if (this.#stage === 'complete') throw new Error('a message is longer than it says');
      const piece = rest.subarray(0, this.#target.byteLength - this.#filled);
      this.#target.set(piece, this.#filled);
      this.#filled += piece.byteLength;
      rest = rest.subarray(piece.byteLength);
      if (this.#filled === this.#target.byteLength) this.#next();
    }
  }

  finish(): BusMessage {
    if (this.#stage !== 'complete') throw new Error('a message is shorter than it says');
    const { message, blobs } = this.#head!;
    return attachBlobs(message, blobs, this.#buffers) as BusMessage;
  }

  #next(): void {
    if (this.#stage === 'length') {
      const length = new DataView(this.#target.buffer).getUint32(0);
      if (length === 0 || length > MOST_HEAD_BYTES) throw new Error(`a head of ${length} bytes`);
      this.#expect('head', length);
      return;
    }
    if (this.#stage === 'head') {
      const decoded = decodePlain(this.#target);
      if (!headShape.Check(decoded)) throw new Error('the head of a message has another shape');
      this.#head = decoded;
      const bytes = decoded.blobs.reduce((sum, blob) => sum + blob.byteLength, 0);
      if (bytes > this.#mostBytes) throw new Error(`a message of ${bytes} bytes; at most ${this.#mostBytes}`);
    } else this.#buffers.push(this.#target.buffer);
    const blob = this.#head!.blobs[this.#buffers.length];
    if (!blob) this.#stage = 'complete';
    else if (blob.byteLength > 0) this.#expect('blobs', blob.byteLength);
    else throw new Error('an empty array does not travel beside its message');
  }

  #expect(stage: 'head' | 'blobs', bytes: number): void {
    this.#stage = stage;
    this.#target = new Uint8Array(bytes);
    this.#filled = 0;
  }
}
