import { Writable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { writeLines } from './output.ts';

afterEach(() => vi.restoreAllMocks());

/** Stands for standard output with a slow reader behind it. */
function slowOutput(): { stream: Writable; text: () => string } {
  let text = '';
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      text += chunk;
      setImmediate(done);
    },
  });
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(stream as never);
  return { stream, text: () => text };
}

async function* lines(count: number): AsyncGenerator<string> {
  for (let number = 0; number < count; number++) yield `${number}\n`;
}

it('waits for a slow reader again and again without leaving anything behind', async () => {
  const { stream, text } = slowOutput();
  await writeLines(lines(100), {}, []);
  expect(text().split('\n')).toHaveLength(101);
  expect(['drain', 'close'].map((event) => stream.listenerCount(event))).toEqual([0, 0]);
  // Its own, which outlives the export: a pipe may break later.
  expect(stream.listenerCount('error')).toBe(1);
});

it('ends when the reader has left', async () => {
  const { stream } = slowOutput();
  const endless = lines(Number.POSITIVE_INFINITY);
  setImmediate(() => stream.destroy(new Error('EPIPE')));
  await writeLines(endless, {}, []);
  expect(stream.destroyed).toBe(true);
});
