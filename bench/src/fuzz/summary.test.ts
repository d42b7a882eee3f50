import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHUNK, type Finished, FinishedChunks } from './finished-chunks.ts';
import { joinSummaries } from './summary.ts';

const finished = (index: number): Finished => ({
  index,
  kind: index % 3 === 0 ? 'audio' : 'query',
  ms: 1,
  status: index % 2 === 0 ? 200 : 400,
  failure: index % 100 === 7 ? { index, kind: 'query', problem: 'status 500' } : undefined,
});

/** The summary after these cases, in this order. */
function summaryOf(from: number, cases: number, order: readonly number[]) {
  const chunks = new FinishedChunks({ seed: 1, from, cases });
  for (const index of order) chunks.add(finished(index));
  return { ...chunks.summary(), seconds: 0 };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

describe('a summary', () => {
  it('is the same whatever order cases end in', () => {
    const shuffled = fc.shuffledSubarray(range(50, 1300), { minLength: 1300 });
    const ordered = summaryOf(50, 1300, range(50, 1300));
    fc.assert(
      fc.property(shuffled, (order) => {
        const found = summaryOf(50, 1300, order);
        expect({ ...found, failures: [...found.failures].sort((a, b) => a.index - b.index) }).toEqual(
          ordered,
        );
      }),
      { numRuns: 30 },
    );
    expect(ordered).toMatchObject({ from: 50, to: 1350, statuses: { 200: 650, 400: 650 } });
  });

  it('ends before the first chunk with a case that is missing', () => {
    const order = range(0, 3 * CHUNK).filter((index) => index !== CHUNK + 3);
    expect(summaryOf(0, 3 * CHUNK, order)).toMatchObject({ from: 0, to: CHUNK });
  });

  it('of a run in two parts is that of the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2999 }), (cut) => {
        const parts = [summaryOf(cut, 3000 - cut, range(cut, 3000 - cut)), summaryOf(0, cut, range(0, cut))];
        expect(joinSummaries(parts)).toEqual(summaryOf(0, 3000, range(0, 3000)));
      }),
      { numRuns: 30 },
    );
  });

  it('is not joined with one of other cases', () => {
    const [one, gap] = [summaryOf(0, 10, range(0, 10)), summaryOf(11, 10, range(11, 10))];
    expect(() => joinSummaries([one, gap])).toThrow('do not follow');
    expect(() => joinSummaries([one, one])).toThrow('do not follow');
    expect(() => joinSummaries([one, { ...gap, from: 10, seed: 2 }])).toThrow('seeds');
  });
});
