import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { BodyMemory } from './body.ts';
import { BodyStream } from './body-stream.ts';
import { FormReader } from './form-reader.ts';

const TYPE = 'multipart/form-data; boundary=xyz';
const LIMITS = { maxBytes: 2 ** 30, waitMs: 60_000 };
const KIBIBYTE = 1024;
const tooLarge = () => new ServiceError('ERR_TOO_LARGE', 'the part is too large');

function request(chunks: Iterable<Uint8Array>, headers: Record<string, string> = {}): IncomingMessage {
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: 16 * KIBIBYTE });
  return Object.assign(stream, { headers, socket: {} }) as never;
}

function* form(sizes: readonly number[]): Generator<Uint8Array> {
  for (const [index, size] of sizes.entries()) {
    yield Buffer.from(`--xyz\r\ncontent-disposition: form-data; name="${index}"\r\n\r\n`);
    for (let left = size; left > 0; left -= 64 * KIBIBYTE) {
      yield Buffer.alloc(Math.min(left, 64 * KIBIBYTE), index + 1);
    }
    yield Buffer.from('\r\n');
  }
  yield Buffer.from('--xyz--');
}

const reader = (incoming: IncomingMessage, memory = new BodyMemory(2 ** 30)) =>
  new FormReader(TYPE, new BodyStream(incoming, LIMITS), memory.open());

describe('a form reader', () => {
  it('gives one part after the other in the same memory', async () => {
    const parts = reader(request(form([600 * KIBIBYTE, 10, 0, 500 * KIBIBYTE])));
    const contents: Uint8Array[] = [];
    for (let head = await parts.next(); head; head = await parts.next()) {
      const content = await parts.content(KIBIBYTE ** 2, tooLarge);
      const index = Number(head.name);
      expect(content.every((byte) => byte === index + 1)).toBe(true);
      contents.push(content);
    }
    expect(contents.map(({ length }) => length)).toEqual([600 * KIBIBYTE, 10, 0, 500 * KIBIBYTE]);
    expect(new Set(contents.map(({ buffer }) => buffer)).size).toBe(1);
  });

  it('passes over what nobody asks for', async () => {
    const parts = reader(request(form([100 * KIBIBYTE, 20])));
    await parts.next();
    expect(await parts.next()).toMatchObject({ name: '1' });
    expect(await parts.content(100, tooLarge)).toHaveLength(20);
    expect(await parts.next()).toBeUndefined();
  });

  it('stops at the limit of a part', async () => {
    const parts = reader(request(form([100 * KIBIBYTE])));
    await parts.next();
    await expect(parts.content(99 * KIBIBYTE, tooLarge)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
  });

  it('holds no more memory than there is for all', async () => {
    const memory = new BodyMemory(700 * KIBIBYTE);
    const first = reader(request(form([100 * KIBIBYTE])), memory);
    await first.next();
    await first.content(KIBIBYTE ** 2, tooLarge);
    const second = reader(request(form([600 * KIBIBYTE])), memory);
    await second.next();
    await expect(second.content(KIBIBYTE ** 2, tooLarge)).rejects.toMatchObject({ code: 'ERR_BUSY' });
  });

  it('reads nothing before it is asked', async () => {
    let made = 0;
    const counted = function* () {
      for (const chunk of form([2048 * KIBIBYTE, 2048 * KIBIBYTE])) {
        made += chunk.length;
        yield chunk;
      }
    };
    const parts = reader(request(counted()));
    await parts.next();
    await parts.content(4096 * KIBIBYTE, tooLarge);
    // As many turns as a stream needs to read on by itself.
    for (let turns = 0; turns < 50; turns++) await turn();
    expect(made).toBeLessThan(2300 * KIBIBYTE);
  });
});

describe('a body that is worked on while it arrives', () => {
  it('is refused by its announcement, or as soon as it is too large', async () => {
    const limits = { maxBytes: 100, waitMs: 1000 };
    expect(() => new BodyStream(request([], { 'content-length': '101' }), limits)).toThrow(
      /more than 100 bytes/,
    );
    const body = new BodyStream(request([Buffer.alloc(101)]), limits);
    await expect(body.read()).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
  });

  it('runs out of time only while it is waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const incoming = new Readable({ read() {} });
    const body = new BodyStream(Object.assign(incoming, { headers: {}, socket: {} }) as never, {
      maxBytes: 100,
      waitMs: 60,
    });
    incoming.push('a');
    expect(await body.read()).toHaveLength(1);
    vi.advanceTimersByTime(150);
    incoming.push('b');
    expect(await body.read()).toHaveLength(1);
    const late = expect(body.read()).rejects.toMatchObject({
      code: 'ERR_REQUEST_TIMEOUT',
      headers: { connection: 'close' },
    });
    vi.advanceTimersByTime(60);
    await late;
  });

  it('lets the rest go by when it is closed', async () => {
    const incoming = request(form([300 * KIBIBYTE]));
    const body = new BodyStream(incoming, LIMITS);
    await body.read();
    body.close();
    await new Promise((resolve) => incoming.once('end', resolve));
    expect(incoming.readableEnded).toBe(true);
  });
});
