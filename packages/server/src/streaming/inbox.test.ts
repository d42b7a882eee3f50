import { expect, it, onTestFinished, vi } from 'vitest';
import { Inbox } from './inbox.ts';

function scene() {
  const handled: string[] = [];
  const flow: string[] = [];
  let release = () => {};
  const inbox = new Inbox<string>(
    async (message) => {
      handled.push(message);
      if (message === 'long')
        await new Promise<void>((resolve) => {
          release = resolve;
        });
    },
    { pause: () => flow.push('pause'), resume: () => flow.push('resume') },
    { onIdle: () => flow.push('idle') },
  );
  return { inbox, handled, flow, release: () => release() };
}

/** Of the real event loop. */
const afterOthers = setImmediate;
const turn = () => new Promise((resolve) => afterOthers(resolve));
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('handles messages one after the other, and holds the connection back meanwhile', async () => {
  const { inbox, handled, flow, release } = scene();
  for (const message of ['a', 'long', 'b']) inbox.receive(message);
  await settled();
  expect(handled).toEqual(['a', 'long']);
  expect([inbox.busy, flow.at(-1)]).toEqual([true, 'pause']);
  release();
  await settled();
  expect(handled).toEqual(['a', 'long', 'b']);
  expect([inbox.busy, flow.slice(-2)]).toEqual([false, ['resume', 'idle']]);
});

it('drops what waits when it is closed', async () => {
  const { inbox, handled, flow, release } = scene();
  for (const message of ['long', 'b']) inbox.receive(message);
  inbox.close();
  inbox.receive('c');
  release();
  await settled();
  expect(handled).toEqual(['long']);
  expect(flow).toEqual(['pause']);
});

it('gives a connection 200 control messages a second after a burst, and audio without a limit', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const handled = { text: 0, audio: 0 };
  const inbox = new Inbox<keyof typeof handled>(
    async (message) => {
      handled[message] += 1;
    },
    { pause: () => {}, resume: () => {} },
    { isControl: (message) => message === 'text' },
  );
  for (let n = 0; n < 5000; n++) inbox.receive('audio');
  for (let n = 0; n < 5000; n++) inbox.receive('text');
  /** Turns of the event loop, until nothing happens in one. */
  const rest = async () => {
    for (let before = -1; before !== handled.text + handled.audio; ) {
      before = handled.text + handled.audio;
      for (let n = 0; n < 10; n++) await turn();
    }
  };
  await rest();
  expect(handled).toEqual({ text: 1000, audio: 5000 });
  for (let n = 0; n < 200; n++) {
    await vi.advanceTimersByTimeAsync(5);
    await rest();
  }
  expect(handled.text).toBeGreaterThan(1190);
  expect(handled.text).toBeLessThan(1210);
  inbox.close();
});
