import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unit } from '../vectors.ts';
import { type ClusteredVoice, clusterVoices } from './cluster-voices.ts';

const ANY = { least: 1, most: 20 };
const checkpoint = async () => {};

/** Voices that lie near one of the axes each: `speakers[n]` is whose the voice is. */
function voicesOf(speakers: readonly number[], seconds = 4): ClusteredVoice[] {
  return speakers.map((speaker, n) => {
    const direction = Float64Array.from({ length: 16 }, (_, k) => 0.05 * Math.sin(1 + 7 * n + 3 * k));
    direction[speaker]! += 1;
    return { direction: unit(direction), mean: 0.3, deviation: 0.1, seconds };
  });
}

/** The same partition has the same labels, numbered by first use. */
function normal(labels: Iterable<number>): number[] {
  const seen = new Map<number, number>();
  return [...labels].map((label) => {
    if (!seen.has(label)) seen.set(label, seen.size);
    return seen.get(label)!;
  });
}

describe('voices', () => {
  test('that are alike are one speaker', async () => {
    const some = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(some, async (speakers) => {
        const labels = await clusterVoices(voicesOf(speakers), ANY, checkpoint);
        expect(normal(labels)).toEqual(normal(speakers));
      }),
    );
  });

  test('are no more speakers than there may be, and no fewer than there must be', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 6, maxLength: 20 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 6 }),
        async (speakers, least, more) => {
          const count = { least, most: least + more };
          const labels = await clusterVoices(voicesOf(speakers), count, checkpoint);
          const found = new Set([...labels].filter((label) => label >= 0)).size;
          expect(found).toBeGreaterThanOrEqual(Math.min(least, speakers.length));
          expect(found).toBeLessThanOrEqual(least + more);
        },
      ),
    );
  });

  test('of very little speech are no speaker of their own', async () => {
    const voices = [...voicesOf([0, 1, 0, 1]), { ...voicesOf([2])[0]!, seconds: 0.9 }];
    expect([...(await clusterVoices(voices, ANY, checkpoint))]).toEqual([0, 1, 0, 1, -1]);
  });

  test('are a speaker even where nobody says enough', async () => {
    expect([...(await clusterVoices(voicesOf([0], 0.4), ANY, checkpoint))]).toEqual([0]);
  });

  test('are not compared any further after a cancel', async () => {
    let calls = 0;
    const canceled = async () => {
      calls += 1;
      if (calls === 3) throw new Error('canceled');
    };
    const voices = voicesOf(Array.from({ length: 300 }, (_, n) => n % 2));
    await expect(clusterVoices(voices, ANY, canceled)).rejects.toThrow('canceled');
    expect(calls).toBe(3);
  });
});
