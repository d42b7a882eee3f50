import { ServiceError } from '../errors/index.ts';
import type { BodyShare } from './body.ts';
import type { BodyStream } from './body-stream.ts';
import { type FormEvent, FormParser } from './form-parser.ts';
import type { PartHead } from './part-head.ts';

const FIRST_BYTES = 256 * 1024;

/** The parts of a form one after the other, while it arrives; the content of one part is in memory at a time. */
export class FormReader {
  readonly #parser: FormParser;
  readonly #body: BodyStream;
  readonly #share: BodyShare;
  /** For the content of every part in turn: it grows to the largest, and no part leaves garbage behind. */
  #buffer = Buffer.alloc(0);

  constructor(contentType: string, body: BodyStream, share: BodyShare) {
    this.#parser = new FormParser(contentType);
    this.#body = body;
    this.#share = share;
  }

  /** The next part, past what is left of the present one; undefined at the end of the form. */
  async next(): Promise<PartHead | undefined> {
    for (;;) {
      const event = await this.#event();
      if (event.kind === 'part') return event.head;
      if (event.kind === 'end') return undefined;
    }
  }

  /** The content of the part that `next` gave, good until the next call. `tooLarge` is thrown beyond `maxBytes`. */
  async content(maxBytes: number, tooLarge: () => ServiceError): Promise<Uint8Array> {
    let length = 0;
    for (;;) {
      const event = await this.#event();
      if (event.kind !== 'data') return this.#buffer.subarray(0, length);
      const end = length + event.bytes.length;
      if (end > maxBytes) throw tooLarge();
      if (end > this.#buffer.length) this.#grow(end, length, maxBytes);
      this.#buffer.set(event.bytes, length);
      length = end;
    }
  }

  async #event(): Promise<Exclude<FormEvent, { kind: 'more' }>> {
    for (;;) {
      const event = this.#parser.next();
      if (event.kind !== 'more') return event;
      const chunk = await this.#body.read();
      if (chunk) this.#parser.feed(chunk);
      else if (this.#body.received === 0) throw new ServiceError('ERR_EMPTY_BODY', 'the request has no body');
      else throw this.#parser.brokenOff;
    }
  }

  #grow(atLeast: number, length: number, atMost: number): void {
    const size = Math.max(atLeast, Math.min(atMost, Math.max(FIRST_BYTES, 2 * this.#buffer.length)));
    this.#share.take(size - this.#buffer.length);
    const larger = Buffer.allocUnsafeSlow(size);
    this.#buffer.copy(larger, 0, 0, length);
    this.#buffer = larger;
  }
}
