import type { WriteStream } from 'node:tty';
import { expect, it } from 'vitest';
import { clock, showProgress } from './progress.ts';

it.each([
  [0, '0:00'],
  [62.9, '1:02'],
  [3661, '1:01:01'],
])('shows %s seconds as %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text);
});

it('writes nothing where nobody watches', () => {
  const out = { isTTY: false, write: () => expect.unreachable() } as unknown as WriteStream;
  const input = { name: 'a', place: 'a' };
  const progress = showProgress([input], out, false);
  progress.heard(input, 3);
  let printed = false;
  progress.aside(() => {
    printed = true;
  });
  progress.finished(input);
  progress.stop();
  expect(printed).toBe(true);
});
