import { unit } from '@locutor/voices';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterVoices } from './cluster-voices.ts';
import type { ClusteredVoice } from './distinct-speakers.ts';

const ANY = { least: 1, most: 20 };
const checkpoint = async () => {};
const place = (direction: Float64Array) => ({ direction, mean: 0.3, deviation: 0.1 });

/** Voices that lie near one of the axes each: `speakers[n]` is whose the voice is. */
function voicesOf(speakers: readonly number[], seconds = 4): ClusteredVoice[] {
  return speakers.map((speaker, n) => {
    const direction = Float64Array.from({ length: 16 }, (_, k) => 0.05 * Math.sin(1 + 7 * n + 3 * k));
    direction[speaker]! += 1;
    return { ...place(unit(direction)), seconds };
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
        const labels = await clusterVoices(voicesOf(speakers), ANY, place, checkpoint);
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
          const labels = await clusterVoices(voicesOf(speakers), count, place, checkpoint);
          const found = new Set([...labels].filter((label) => label >= 0)).size;
          expect(found).toBeGreaterThanOrEqual(Math.min(least, speakers.length));
          expect(found).toBeLessThanOrEqual(least + more);
        },
      ),
    );
  });

  test('of very little speech are no speaker of their own', async () => {
    const voices = [...voicesOf([0, 1, 0, 1]), { ...voicesOf([2])[0]!, seconds: 0.9 }];
    expect([...(await clusterVoices(voices, ANY, place, checkpoint))]).toEqual([0, 1, 0, 1, -1]);
  });

  test('of little speech are a speaker if they are unlike all others', async () => {
    const along = (...parts: number[]): Float64Array =>
      unit(Float64Array.from({ length: 16 }, (_, k) => parts[k] ?? 0));
    const said = (direction: Float64Array, seconds: number) => ({ ...place(direction), seconds });
    const [one, other] = [said(along(1), 4), said(along(0, 1), 4)];
    // 0.65 deviations like the first: too few to be the same cluster, too many for two seconds of another speaker.
    const [little, distinct] = [said(along(0.365, 0, 0.931), 2), said(along(0, 0, 0, 1), 2)];
    const voices = [one, other, one, other, little, distinct];
    const labels = await clusterVoices(voices, ANY, place, checkpoint);
    expect([...labels]).toEqual([0, 1, 0, 1, -1, 2]);
    // Whoever knows that there are four gets four.
    const four = { least: 4, most: 4 };
    const all = await clusterVoices(voices, four, place, checkpoint);
    expect(normal(all)).toEqual([0, 1, 0, 1, 2, 3]);
  });

  test('are a speaker even where nobody says enough', async () => {
    expect([...(await clusterVoices(voicesOf([0], 0.4), ANY, place, checkpoint))]).toEqual([0]);
  });

  test('are not compared any further after a cancel', async () => {
    let calls = 0;
    const canceled = async () => {
      calls += 1;
      if (calls === 3) throw new Error('canceled');
    };
    const voices = voicesOf(Array.from({ length: 300 }, (_, n) => n % 2));
    await expect(clusterVoices(voices, ANY, place, canceled)).rejects.toThrow('canceled');
    expect(calls).toBe(3);
  });
});
