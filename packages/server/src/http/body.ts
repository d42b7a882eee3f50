import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/index.ts';

/** What most bodies fit into at once; larger ones double it as they arrive, so that nobody claims memory by a header. */
const FIRST_BYTES = 256 * 1024;

/**
 * The memory of all bodies that are arriving or being worked on, and of answers that their clients have not read, counted
 * by what is really there: a client that announces much and sends little holds nothing.
 */
export class BodyMemory {
  readonly limit: number;
  #held = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get held(): number {
    return this.#held;
  }

  /** One request's share, to be released when it has been answered. */
  open(): BodyShare {
    let reserved = 0;
    return {
      take: (bytes) => {
        if (this.#held + bytes > this.limit) {
          throw new ServiceError(
            'ERR_BUSY',
            'the memory for request bodies is used up by other requests; try again later',
            { retryAfterSeconds: 1 },
          );
        }
        this.#held += bytes;
        reserved += bytes;
      },
      give: (bytes) => {
        const less = Math.min(bytes, reserved);
        this.#held -= less;
        reserved -= less;
      },
      release: () => {
        this.#held -= reserved;
        reserved = 0;
      },
    };
  }
}

export interface BodyShare {
  /** Throws ERR_BUSY when there is no room for so many more bytes. */
  take(bytes: number): void;
  /** Gives a part back before the request has been answered. */
  give(bytes: number): void;
  release(): void;
}

/** The whole body. Once it exceeds its limit or there is no room, it is refused and the rest is discarded. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  share: BodyShare,
): Promise<Uint8Array> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const most = declared || maxBytes;
  let body = Buffer.allocUnsafeSlow(Math.min(most, FIRST_BYTES));
  let length = 0;
  try {
    // Leaving the loop must not destroy the request: its connection carries the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const end = length + chunk.length;
      if (end > maxBytes) throw tooLarge(maxBytes);
      share.take(chunk.length);
      if (end > body.length) body = grown(body, length, Math.max(end, Math.min(2 * body.length, most)));
      body.set(chunk, length);
      length = end;
    }
  } catch (error) {
    request.resume();
    throw error;
  }
  return body.subarray(0, length);
}

function grown(body: Buffer, length: number, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(size);
  body.copy(larger, 0, 0, length);
  return larger;
}

export function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('ERR_TOO_LARGE', `the body has more than ${maxBytes} bytes, which is the limit`);
}
