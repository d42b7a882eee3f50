import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpanRecorder, traced, tracedItems } from './trace.ts';

interface Step {
  fails: boolean;
  inner: readonly Step[];
}

const { step } = fc.letrec<{ step: Step }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 4 },
    fc.record({ fails: fc.boolean(), inner: fc.constant([]) }),
    fc.record({ fails: fc.boolean(), inner: fc.array(tie('step'), { maxLength: 4 }) }),
  ),
}));

async function run({ fails, inner }: Step): Promise<void> {
  for (const each of inner) await traced('step', () => run(each)).catch(() => {});
  await null;
  if (fails) throw new Error('it failed');
}

const count = ({ inner }: Step): number => 1 + inner.reduce((sum, each) => sum + count(each), 0);

test('every step is recorded once, within the one that it is part of', async () => {
  await fc.assert(
    fc.asyncProperty(step, async (job) => {
      const recorder = new SpanRecorder();
      await recorder.record('job', () => run(job)).catch(() => {});
      const { spans } = recorder;
      expect(spans).toHaveLength(Math.min(200, count(job)));
      expect(spans[0]!.parent).toBeUndefined();
      expect(spans[0]!.failed ?? false).toBe(job.fails);
      for (const [at, { parent, startMs, endMs }] of spans.entries()) {
        expect(startMs).toBeLessThanOrEqual(endMs);
        if (at === 0) continue;
        expect(parent).toBeLessThan(at);
        expect(spans[parent!]!.startMs).toBeLessThanOrEqual(startMs);
        expect(spans[parent!]!.endMs).toBeGreaterThanOrEqual(endMs);
      }
    }),
  );
});

test('steps beyond the limit are done and not recorded', async () => {
  const recorder = new SpanRecorder();
  let done = 0;
  await recorder.record('job', async () => {
    for (let n = 0; n < 1000; n++) await traced('step', async () => void done++);
  });
  expect([done, recorder.spans.length]).toEqual([1000, 200]);
});

test('work between the items of something else is one step, with the time spent in it', async () => {
  const items = async function* () {
    yield 1;
    yield 2;
  };
  const recorder = new SpanRecorder();
  const seen: number[] = [];
  await recorder.record('job', async () => {
    for await (const item of tracedItems('decode', items())) {
      seen.push(item);
      if (item === 2) break;
    }
  });
  expect(seen).toEqual([1, 2]);
  expect(recorder.spans[1]).toMatchObject({
    name: 'decode',
    parent: 0,
    attributes: { 'locutor.busy_ms': expect.any(Number) },
  });
});

test('without a recorder work is just done', async () => {
  expect(await traced('step', async () => 1)).toBe(1);
});
