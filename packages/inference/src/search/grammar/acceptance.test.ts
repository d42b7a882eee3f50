import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hypothesis } from '../beam-search.ts';
import { acceptance, leastLogProb, lossByLength, soundsUnlike } from './acceptance.ts';

const free = (total: number, tokens: number): Hypothesis => ({
  tokens: [],
  logProbs: new Array(tokens).fill(total / tokens),
  total,
  ended: true,
  state: undefined,
});

const sentence = (logProb: number, { distance = 0, exact = false } = {}) => ({
  logProb,
  distance,
  exact,
});

test('a sentence as probable as free speech is what was said; one far less probable is not', () => {
  expect(acceptance(free(-3, 6), sentence(-3))).toMatchObject({ accepted: true });
  expect(acceptance(free(-3, 6), sentence(-3)).chance).toBeGreaterThan(0.9);
  expect(acceptance(free(-3, 6), sentence(-60))).toMatchObject({ accepted: false });
  expect(acceptance(free(-3, 6), sentence(-60)).chance).toBeLessThan(0.05);
});

test('a sentence more probable than what free speech found is no surer than one as probable', () => {
  expect(acceptance(free(-5, 6), sentence(-1))).toEqual(acceptance(free(-5, 6), sentence(-5)));
});

test('a less probable sentence is never the more likely one', () => {
  const logProb = fc.double({ min: -100, max: 0, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      logProb,
      logProb,
      logProb,
      fc.integer({ min: 1, max: 50 }),
      share,
      fc.boolean(),
      (total, one, other, tokens, distance, exact) => {
        const [less, more] = [one, other]
          .toSorted((a, b) => a - b)
          .map((each) => acceptance(free(total, tokens), sentence(each, { distance, exact })));
        expect(less!.chance).toBeLessThanOrEqual(more!.chance);
        expect(Number(less!.accepted)).toBeLessThanOrEqual(Number(more!.accepted));
        expect(more!.chance).toBeGreaterThanOrEqual(0);
        expect(more!.chance).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('less is asked of a sentence where free speech is in doubt itself', () => {
  const [sure, unsure] = [free(-0.5, 6), free(-9, 6)];
  expect(acceptance(unsure, sentence(-9 - 8)).chance).toBeGreaterThan(
    acceptance(sure, sentence(-0.5 - 8)).chance,
  );
});

test('a sentence that sounds like free speech is the more likely one, and numbers are judged without', () => {
  const chanceAt = (distance: number, exact: boolean) =>
    acceptance(free(-3, 6), sentence(-8, { distance, exact })).chance;
  expect(chanceAt(0.1, false)).toBeGreaterThan(chanceAt(0.6, false));
  expect(chanceAt(0.1, true)).toBe(chanceAt(0.6, true));
});

test('other numbers than the model is sure of were not said', () => {
  expect(acceptance(free(-1, 8), sentence(-9, { exact: true })).accepted).toBe(false);
  expect(acceptance(free(-1, 8), sentence(-9, { distance: 0.1 })).accepted).toBe(true);
});

test('of a word judged by its sounds, everything that speaks against it makes it less likely', () => {
  const little = fc.double({ min: 0, max: 20, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const chance = (lack: number, distance: number, emptiness: number, logProb: number) =>
    acceptance(
      free(-3, 6),
      { ...sentence(-3 - lack, { distance, exact: true }), wordLack: { logProb, sounds: 4 } },
      { emptiness },
    ).chance;
  fc.assert(
    fc.property(little, share, little, little, little, (lack, distance, emptiness, sounds, more) => {
      const least = chance(lack, distance, emptiness, sounds);
      expect(chance(lack + more, distance, emptiness, sounds)).toBeLessThanOrEqual(least);
      expect(chance(lack, distance + more, emptiness, sounds)).toBeLessThanOrEqual(least);
      expect(chance(lack, distance, emptiness + more, sounds)).toBeLessThanOrEqual(least);
      expect(chance(lack, distance, emptiness, sounds + more)).toBeLessThanOrEqual(least);
    }),
  );
  expect(chance(1, 0, 0, 1)).toBeGreaterThan(0.95);
  expect(chance(5, 1, 3, 20)).toBeLessThan(0.1);
});

test('a word with many sounds may lack more of them', () => {
  const accepted = (logProb: number, sounds: number) =>
    acceptance(free(-3, 6), { ...sentence(-3, { exact: true }), wordLack: { logProb, sounds } }).accepted;
  expect([accepted(8, 2), accepted(15, 2)]).toEqual([true, false]);
  expect([accepted(15, 7), accepted(40, 7)]).toEqual([true, false]);
});

test('of a sentence judged by its sounds, what its text and its sounds lack makes it less likely', () => {
  const little = fc.double({ min: 0, max: 20, noNaN: true });
  const chance = (lack: number, logProb: number, exact: boolean, distance = 0) =>
    acceptance(free(-3, 6), {
      ...sentence(-3 - lack, { exact, distance }),
      sentenceLack: { logProb, sounds: 12 },
    }).chance;
  fc.assert(
    fc.property(little, little, little, fc.boolean(), (lack, sounds, more, exact) => {
      expect(chance(lack + more, sounds, exact)).toBeLessThanOrEqual(chance(lack, sounds, exact));
      expect(chance(lack, sounds + more, exact)).toBeLessThanOrEqual(chance(lack, sounds, exact));
    }),
  );
  // A learner was misunderstood, but sounds like the sentence; its letters say nothing more.
  expect(chance(18, 15, false)).toBeGreaterThan(0.7);
  expect(chance(18, 15, false, 0.9)).toBe(chance(18, 15, false));
  expect(chance(18, 100, false)).toBeLessThan(0.1);
  // Of numbers the model knows better.
  expect(chance(18, 15, true)).toBeLessThan(0.01);
});

test('what sounds too unlike is not accepted with any text', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 500, noNaN: true }),
      (sounds, logProb) => {
        const sentenceLack = { logProb, sounds };
        const asProbable = { ...sentence(-3), sentenceLack };
        if (soundsUnlike(sentenceLack)) expect(acceptance(free(-3, 6), asProbable).accepted).toBe(false);
      },
    ),
  );
});

test('what is not worth searching for is far from being accepted', () => {
  fc.assert(
    fc.property(fc.double({ min: -60, max: 0, noNaN: true }), fc.boolean(), (total, near) => {
      const least = leastLogProb(free(total, 8), { near });
      expect(acceptance(free(total, 8), sentence(least, { exact: true })).accepted).toBe(false);
      expect(acceptance(free(total, 8), sentence(least, { distance: 0.8 })).accepted).toBe(false);
    }),
  );
});

test('less chance is enough where less is asked for, and a high threshold is not decided here', () => {
  const [said, other] = [free(-3, 6), sentence(-60)];
  expect(acceptance(said, other, { leastChance: 0 })).toEqual({ ...acceptance(said, other), accepted: true });
  expect(leastLogProb(said, { near: false, leastChance: 0 })).toBe(Number.NEGATIVE_INFINITY);
  expect(acceptance(said, sentence(-8), { leastChance: 0.9 })).toEqual(acceptance(said, sentence(-8)));
  const usual = leastLogProb(said, { near: false });
  expect(leastLogProb(said, { near: false, leastChance: 0.9 })).toBe(usual);
  expect(leastLogProb(said, { near: false, leastChance: 0.1 })).toBeLessThan(usual);
  expect(leastLogProb(said, { near: true })).toBeLessThan(usual);
});

test('a sentence is less likely where the model would rather write nothing', () => {
  const chances = [0, 1, 4].map(
    (emptiness) => acceptance(free(-4, 2), sentence(-6, { exact: true }), { emptiness }).chance,
  );
  expect(chances[0]).toBe(acceptance(free(-4, 2), sentence(-6, { exact: true })).chance);
  expect(chances).toEqual(chances.toSorted((a, b) => b - a));
  expect(chances[2]).toBeLessThan(chances[0]! - 0.1);
});

test('a sentence for a part of the speech loses by what it leaves out', () => {
  const said = free(-2, 8);
  const text = 'once upon a time there was a cat';
  expect(lossByLength(said, text, text)).toBe(0);
  expect(lossByLength(said, text, `${text} ${text}`)).toBe(0);
  expect(lossByLength(said, text, 'once upon a time there was')).toBe(0);
  expect(lossByLength(said, text, 'once')).toBeGreaterThan(lossByLength(said, text, 'once upon a time'));
  expect(acceptance(said, sentence(-2 - lossByLength(said, text, 'once'), { distance: 0.8 })).accepted).toBe(
    false,
  );
});

test('a word that free speech says again and again is one', () => {
  const said = free(-8, 20);
  expect(lossByLength(said, 'four nine five five five five five five', 'four nine five')).toBe(0);
  expect(lossByLength(said, 'four nine five six one three seven two', 'four nine five')).toBeGreaterThan(0);
});
