import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BodyStream } from './body-stream.ts';

function scene(limits: { waitMs: number; pieceMs?: number }) {
  // The clock of the waits is the one of the timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const incoming = Object.assign(new PassThrough(), { headers: {}, socket: {} });
  onTestFinished(() => void incoming.destroy());
  return { incoming, body: new BodyStream(incoming as never, { maxBytes: 1000, ...limits }) };
}

/** Sends a byte every `pause` milliseconds, and counts those that were read. */
async function spoken({ incoming, body }: ReturnType<typeof scene>, pause: number, times: number) {
  let read = 0;
  let refused: unknown;
  for (let n = 0; n < times && refused === undefined; n++) {
    const next = body.read().then(
      () => {
        read += 1;
      },
      (error) => {
        refused = error;
      },
    );
    await vi.advanceTimersByTimeAsync(pause);
    incoming.write('a');
    await next;
  }
  return { read, refused };
}

test('a body may arrive as slowly as it is spoken, in pieces that do not pause for too long', async () => {
  const limits = { waitMs: 1000, pieceMs: 100 };
  expect(await spoken(scene(limits), 60, 10)).toEqual({ read: 10, refused: undefined });
  expect(await spoken(scene(limits), 101, 10)).toMatchObject({
    read: 0,
    refused: { code: 'ERR_REQUEST_TIMEOUT' },
  });
});

test('a body that is spoken has an end', async () => {
  const { read, refused } = await spoken(scene({ waitMs: 1000, pieceMs: 100 }), 60, 30);
  expect([read, refused]).toEqual([16, expect.objectContaining({ code: 'ERR_REQUEST_TIMEOUT' })]);
});

test('any other body has one time for all its pieces', async () => {
  const { read, refused } = await spoken(scene({ waitMs: 100 }), 60, 10);
  expect([read, refused]).toEqual([1, expect.objectContaining({ code: 'ERR_REQUEST_TIMEOUT' })]);
});
