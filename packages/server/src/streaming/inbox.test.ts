import { expect, it } from 'vitest';
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
