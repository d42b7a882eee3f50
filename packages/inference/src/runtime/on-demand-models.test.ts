import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { OnDemandModels, sharedModels } from './on-demand-models.ts';

const MINUTE = 60_000;

function setUp(idleMs = 5 * MINUTE) {
  const clock = { now: 0 };
  const models = new OnDemandModels(idleMs, () => clock.now);
  const addModel = () => {
    const released: number[] = [];
    let loads = 0;
    const get = models.add('test', async () => {
      const number = ++loads;
      return { number, release: async () => void released.push(number) };
    });
    return { get, released, loads: () => loads };
  };
  return { clock, models, addModel };
}

test('a model is loaded when first asked for, once', async () => {
  const { addModel } = setUp();
  const { get, loads } = addModel();
  expect(loads()).toBe(0);
  const [one, other] = await Promise.all([get(), get()]);
  expect(one).toBe(other);
  expect(await get()).toBe(one);
});

test('one that no job asks for is unloaded after the time, and loaded again on demand', async () => {
  const { clock, models, addModel } = setUp();
  const { get, released } = addModel();
  await get();
  await models.pause();
  clock.now = 5 * MINUTE - 1;
  await models.pause();
  expect(released).toEqual([]);
  clock.now += 1;
  await models.pause();
  expect(released).toEqual([1]);
  expect((await get()).number).toBe(2);
  await models.pause();
  expect(released).toEqual([1]);
});

test('the time counts from the end of the last job that used it, for each model alone', async () => {
  const { clock, models, addModel } = setUp();
  const [used, unused] = [addModel(), addModel()];
  await used.get();
  await unused.get();
  await models.pause();
  clock.now = 3 * MINUTE;
  await used.get();
  // That job takes an hour.
  clock.now = 63 * MINUTE;
  await models.pause();
  expect([used.released, unused.released]).toEqual([[], [1]]);
});

test('a job that begins during the release has a model of its own', async () => {
  const { clock, models, addModel } = setUp();
  const { get, released } = addModel();
  await get();
  await models.pause();
  clock.now = 5 * MINUTE;
  const pausing = models.pause();
  const { number } = await get();
  await pausing;
  expect([number, released]).toEqual([2, [1]]);
});

test('what could not be loaded is tried again', async () => {
  const { models } = setUp();
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('missing'))
    .mockResolvedValue({ release: async () => {} });
  const get = models.add('test', load);
  await expect(get()).rejects.toThrow('missing');
  await models.pause();
  await expect(get()).resolves.toBeDefined();
});

test('no model that a job holds is ever released, whatever the order of jobs and pauses', async () => {
  const step = fc.record({ model: fc.nat(2), wait: fc.nat(4 * MINUTE), pauses: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { clock, models, addModel } = setUp(3 * MINUTE);
      const all = [addModel(), addModel(), addModel()];
      for (const { model, wait, pauses } of steps) {
        const { get, released, loads } = all[model]!;
        const { number } = await get();
        expect(released).not.toContain(number);
        expect(number).toBe(loads());
        for (let n = 0; n < pauses; n++) {
          clock.now += wait;
          await models.pause();
        }
        // At most one of each is loaded at a time.
        for (const each of all) expect(each.loads() - each.released.length).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test.each([
  [undefined, 'stays'],
  [0, 'stays'],
  [0.0001, 'goes'],
])('with modelIdleMinutes %s a model %s', async (modelIdleMinutes, fate) => {
  const work: (() => Promise<void>)[] = [];
  const models = await sharedModels({
    settings: { voiceActivityModel: 'none', ...(modelIdleMinutes !== undefined && { modelIdleMinutes }) },
    shared: (_, create) => create(),
    inPauses: (each) => work.push(each),
  });
  const release = vi.fn(async () => {});
  await models.add('test', async () => ({ release }))();
  for (const each of work) await each();
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const each of work) await each();
  expect(release).toHaveBeenCalledTimes(fate === 'goes' ? 1 : 0);
});
