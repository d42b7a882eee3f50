import { expect, it } from 'vitest';
import { LoopShare } from './loop-share.ts';

/** A clock that only work moves on. */
function scene() {
  let now = 0;
  const share = new LoopShare(() => now);
  const done: string[] = [];
  const work = (name: string, ms: number) =>
    share.run(async () => {
      now += ms;
      done.push(name);
    });
  const wait = (name: string, ms: number) =>
    share.run(async () => {
      await undefined;
      now += ms;
      done.push(name);
    });
  return { share, work, wait, done };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('does work at once while there is time for it', () => {
  const { work, done } = scene();
  for (const name of ['a', 'b', 'c']) void work(name, 3);
  expect(done).toEqual(['a', 'b', 'c']);
});

it('leaves the rest to the next turns of the event loop, in its order', async () => {
  const { work, done } = scene();
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => work(name, 6)));
  expect(done).toEqual(['a', 'b']);
  await turn();
  expect(done).toEqual(['a', 'b', 'c', 'd']);
  await all;
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('does one piece of work in a turn, however long it takes', async () => {
  const { work, done } = scene();
  for (const name of ['a', 'b', 'c']) void work(name, 1000);
  expect(done).toEqual(['a']);
  await turn();
  expect(done).toEqual(['a', 'b']);
  await turn();
  expect(done).toEqual(['a', 'b', 'c']);
});

it('counts what work does after it waited for something that was there already', async () => {
  const { wait, work, done } = scene();
  await wait('a', 50);
  void work('b', 1);
  expect(done).toEqual(['a']);
  await turn();
  expect(done).toEqual(['a', 'b']);
});
