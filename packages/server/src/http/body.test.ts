import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { BodyMemory, readBody } from './body.ts';

function request(chunks: readonly Uint8Array[], headers: Record<string, string> = {}): IncomingMessage {
  return Object.assign(Readable.from(chunks, { objectMode: false }), { headers }) as never;
}
const share = () => new BodyMemory(2 ** 30).open();

describe('a body', () => {
  it('is what was sent, however it was cut and whatever was announced', async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 5000 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.boolean(), async (chunks, announced) => {
        const whole = Buffer.concat(chunks);
        const headers = announced ? { 'content-length': String(whole.length) } : {};
        const body = await readBody(request(chunks, headers), 200_000, share());
        expect(Buffer.compare(body, whole)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('grows past its first allotment', async () => {
    const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(64 * 1024, index));
    const body = await readBody(request(chunks), 10 * 2 ** 20, share());
    expect(Buffer.compare(body, Buffer.concat(chunks))).toBe(0);
  });

  it('is refused by its announcement without being read', async () => {
    const read = readBody(request([], { 'content-length': '101' }), 100, share());
    await expect(read).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
  });

  it('is refused as soon as it is too large, and the rest goes by', async () => {
    const incoming = request(Array.from({ length: 20 }, () => Buffer.alloc(30)));
    await expect(readBody(incoming, 100, share())).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
    expect(incoming.destroyed).toBe(false);
    await new Promise((resolve) => incoming.once('end', resolve));
  });

  it('finds room only where others have left some', async () => {
    const memory = new BodyMemory(100);
    const first = memory.open();
    await readBody(request([Buffer.alloc(60)]), 1000, first);
    const second = () => readBody(request([Buffer.alloc(60)]), 1000, memory.open());
    await expect(second()).rejects.toMatchObject({ code: 'ERR_BUSY', retryAfterSeconds: 1 });
    first.release();
    first.release();
    await expect(second()).resolves.toHaveLength(60);
    await expect(second()).rejects.toMatchObject({ code: 'ERR_BUSY' });
  });

  it('gives room back in parts, never more than it took', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(50)), { maxLength: 40 }), (steps) => {
        const memory = new BodyMemory(100);
        const others = memory.open();
        others.take(10);
        const share = memory.open();
        let own = 0;
        for (const [takes, bytes] of steps) {
          if (!takes) {
            share.give(bytes);
            own = Math.max(0, own - bytes);
          } else if (own + bytes <= 90) {
            share.take(bytes);
            own += bytes;
          } else expect(() => share.take(bytes)).toThrow(ServiceError);
          expect(memory.held).toBe(own + 10);
        }
        share.release();
        expect(memory.held).toBe(10);
      }),
    );
  });
});
