import { readFileSync } from 'node:fs';
import type { EmbeddedUtterance } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agrees, LEAST_AGREEMENT } from './agreement.ts';
import { loadBackground, readBackground } from './background.ts';
import { unit } from './vectors.ts';
import { EMBEDDING, VOICE, type VoicePart, writeVoice } from './voice.ts';
import { VoiceScorer } from './voice-scorer.ts';
import { readVoiceprint } from './voiceprint.ts';

const scorer = VoiceScorer.load();

/** Numbers that are the same each time, spread like those of a bell. */
function random(seed: number): () => number {
  let state = seed;
  const even = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => even() + even() + even() + even() - 2;
}

/** An utterance of an invented person; `apart` is how much it differs from others of that person. */
function utterance(
  person: number,
  take: number,
  { apart = 0.5, speech = 2, halves = false, narrow = false, copy = 0 } = {},
): EmbeddedUtterance {
  const voice = random(person * 7919 + 1);
  const change = random(take * 104_729 + person + 5);
  const embedding = Float64Array.from({ length: VOICE }, () => voice() + apart * change());
  const part = (share: number) => ({
    speech: share * speech,
    narrow,
    embedding: normal(embedding.map((value) => value + 0.2 * (1 - share) * change())),
  });
  const parts: VoicePart[] = halves ? [part(1), part(0.5), part(0.5)] : [part(1)];
  // What a telephone line does to the voice, as much as `copy` says.
  const line = random(31 * person + 77);
  const over = embedding.map((value) => value + copy * line());
  if (narrow) parts[0] = { ...parts[0]!, embedding: normal(over) };
  else if (copy) parts.push({ speech, narrow: true, isTelephoneCopy: true, embedding: normal(over) });
  return { start: 0, end: speech, speech, voice: writeVoice(parts) };
}

/** Each embedding of length one, as the engine gives them. */
function normal(embedding: Float64Array): Float32Array {
  const voice = new Float32Array(VOICE);
  for (let at = 0; at < VOICE; at += EMBEDDING) voice.set(unit(embedding.subarray(at, at + EMBEDDING)), at);
  return voice;
}

/** The one that is shipped with a few of its numbers changed. */
function otherBackground() {
  const bytes = readFileSync(new URL('../../inference/weights/background/voices.bin', import.meta.url));
  for (let at = 60; at < bytes.length; at += 97) bytes[at]! ^= 1;
  return readBackground(bytes);
}

const rejected: EmbeddedUtterance = { start: 3, end: 4, speech: 1, rejected: 'noise' };
const people = fc.integer({ min: 1, max: 500 });
const takes = fc.integer({ min: 1, max: 1000 });
const lengths = fc.double({ min: 0.2, max: 60, noNaN: true });

describe('a score', () => {
  test('is high for the same person, low for another', () => {
    const voiceprint = scorer.voiceprint([utterance(1, 1), utterance(1, 2), utterance(1, 3)]);
    expect(scorer.score(scorer.probe([utterance(1, 4)]), voiceprint)).toBeGreaterThan(0.5);
    expect(scorer.score(scorer.probe([utterance(2, 4)]), voiceprint)).toBeLessThan(0);
  });

  test('lies from −1 to 1 and is the same both ways round', () => {
    fc.assert(
      fc.property(people, people, takes, takes, lengths, lengths, (a, b, one, other, speech, more) => {
        const [first, second] = [utterance(a, one, { speech }), utterance(b, other, { speech: more })];
        const score = scorer.score(scorer.probe([first]), scorer.voiceprint([second]));
        expect(Math.abs(score)).toBeLessThanOrEqual(1);
        expect(scorer.score(scorer.probe([second]), scorer.voiceprint([first]))).toBeCloseTo(score, 2);
      }),
      { numRuns: 40 },
    );
  });

  // On average: beside the shipped people, one random voice in two hundred is as near to another as to itself.
  test('falls as a voice departs from the one enrolled', () => {
    const everybody = Array.from({ length: 60 }, (_, n) => n + 1);
    const scores = [0.5, 3, 10, 50].map((apart) => {
      const each = everybody.map((person) => {
        const voiceprint = scorer.voiceprint([utterance(person, 0, { apart: 0 })]);
        return scorer.score(scorer.probe([utterance(person, 1 + person, { apart })]), voiceprint);
      });
      return each.reduce((sum, score) => sum + score, 0) / each.length;
    });
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.at(-1)).toBeLessThan(scores[0]! - 0.5);
  });

  test('does not depend on the order of utterances or on rejected ones', () => {
    const voiceprint = scorer.voiceprint([utterance(1, 1), utterance(1, 2)]);
    const [a, b, c] = [utterance(1, 4), utterance(1, 5), utterance(1, 6)];
    const score = scorer.score(scorer.probe([a, b, c]), voiceprint);
    expect(scorer.score(scorer.probe([c, rejected, a, b]), voiceprint)).toBeCloseTo(score, 9);
  });
});

describe('a voiceprint', () => {
  test('that is added to is nearly the one made at once', () => {
    const all = [utterance(1, 1), utterance(1, 2, { speech: 5 }), utterance(1, 3)];
    const atOnce = scorer.voiceprint(all);
    const added = scorer.voiceprint(all.slice(1), scorer.voiceprint(all.slice(0, 1)));
    for (const person of [1, 2, 3]) {
      const probe = scorer.probe([utterance(person, 9)]);
      expect(scorer.score(probe, added)).toBeCloseTo(scorer.score(probe, atOnce), 2);
    }
  });

  test('leans to utterances with more speech', () => {
    const mixed = scorer.voiceprint([utterance(1, 1, { speech: 10 }), utterance(2, 1, { speech: 0.5 })]);
    const [longer, shorter] = [1, 2].map((person) =>
      scorer.score(scorer.probe([utterance(person, 5)]), mixed),
    );
    expect(longer!).toBeGreaterThan(shorter!);
  });

  test('made with another background is as good as one made with this one', () => {
    const other = new VoiceScorer(otherBackground());
    expect(other.fingerprint).toBe(scorer.fingerprint);
    const [said, later] = [[utterance(1, 1), utterance(1, 2)], [utterance(1, 3)]];
    const [theirs, mine] = [other.voiceprint(said), scorer.voiceprint(said)];
    expect(theirs).not.toEqual(mine);
    for (const person of [1, 2, 3]) {
      const probe = scorer.probe([utterance(person, 9)]);
      expect(scorer.score(probe, theirs)).toBeCloseTo(scorer.score(probe, mine), 4);
    }
    expect(scorer.consistency(later, theirs).score).toBeCloseTo(scorer.consistency(later, mine).score, 4);
    expect(scorer.voiceprint(later, theirs)).toEqual(scorer.voiceprint(later, mine));
  });

  test('is of the band in which most was said', () => {
    const wide = utterance(1, 1, { speech: 1 });
    const telephone = utterance(1, 2, { speech: 3, narrow: true });
    const bandOf = (...said: EmbeddedUtterance[]) => readVoiceprint(scorer.voiceprint(said)).placed.band;
    expect([bandOf(wide), bandOf(telephone), bandOf(wide, telephone)]).toEqual(['wide', 'narrow', 'narrow']);
  });

  describe('with telephone copies', () => {
    const LINE = 6;
    const said = (copy: number, takes = [1, 2, 3]) => takes.map((take) => utterance(1, take, { copy }));
    const [plain, copied] = [scorer.voiceprint(said(0)), scorer.voiceprint(said(LINE))];
    const probeOf = (person: number, narrow: boolean) =>
      scorer.probe([utterance(person, 9, { narrow, copy: narrow ? LINE : 0 })]);

    test('knows its person better over a telephone line', () => {
      const score = scorer.score(probeOf(1, true), copied);
      expect(score).toBeGreaterThan(scorer.score(probeOf(1, true), plain) + 0.1);
      expect(scorer.score(probeOf(2, true), copied)).toBeLessThan(score - 0.5);
    });

    test('is the same to everybody else, and no less alike to anybody', () => {
      for (const person of [1, 2, 3]) {
        expect(scorer.score(probeOf(person, false), copied)).toBe(
          scorer.score(probeOf(person, false), plain),
        );
        const [with_, without] = [copied, plain].map((each) => scorer.score(probeOf(person, true), each));
        expect(with_).toBeGreaterThanOrEqual(without!);
      }
    });

    test('is placed anew among other people', () => {
      const theirs = new VoiceScorer(otherBackground()).voiceprint(said(LINE));
      const score = scorer.score(probeOf(1, true), copied);
      expect(scorer.score(probeOf(1, true), theirs)).toBeCloseTo(score, 3);
    });

    test('can be added to one of before, and one without can be added to it', () => {
      const [, ...later] = said(LINE);
      const grown = scorer.voiceprint(later, scorer.voiceprint(said(0, [1])));
      expect(readVoiceprint(grown).mean.utterances).toBe(3);
      expect(readVoiceprint(grown).telephone!.mean.utterances).toBe(2);
      expect(readVoiceprint(scorer.voiceprint(said(0, [4]), grown)).telephone!.mean.utterances).toBe(2);
      expect(readVoiceprint(plain).telephone).toBeUndefined();
    });

    test('counts what came over a telephone line as it is', () => {
      const mixed = [...said(LINE, [1, 2]), utterance(1, 3, { narrow: true, copy: LINE })];
      expect(readVoiceprint(scorer.voiceprint(mixed)).telephone!.mean).toMatchObject({
        utterances: 3,
        narrow: 1,
      });
      const before = scorer.voiceprint(mixed.slice(2));
      expect(readVoiceprint(before).telephone).toBeUndefined();
      expect(readVoiceprint(scorer.voiceprint(mixed.slice(0, 2), before)).telephone!.mean.utterances).toBe(3);
    });

    test('takes eight kilobytes', () => {
      expect(copied.length).toBeLessThan(8400);
    });
  });

  test('takes four kilobytes, however much was said', () => {
    const little = scorer.voiceprint([utterance(1, 1)]);
    const much = scorer.voiceprint(Array.from({ length: 50 }, (_, take) => utterance(1, take)));
    expect(little.length).toBe(much.length);
    expect(much.length).toBeLessThan(4200);
  });

  test('of other bytes is refused', () => {
    const probe = scorer.probe([utterance(1, 1)]);
    for (const bytes of [new Uint8Array(0), new Uint8Array(4152), Buffer.from('a voiceprint')]) {
      expect(() => scorer.score(probe, bytes)).toThrow(expect.objectContaining({ code: 'foreign' }));
      expect(() => scorer.voiceprint([utterance(1, 1)], bytes)).toThrow(
        expect.objectContaining({ code: 'foreign' }),
      );
    }
  });
});

describe('consistency', () => {
  const consistency = (...takes: readonly EmbeddedUtterance[]) => scorer.consistency(takes);

  test('is high for one person and low for two, however many clips each has', () => {
    const person = (who: number, ...takes: number[]) => takes.map((take) => utterance(who, take));
    for (const takes of [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ]) {
      expect(consistency(...person(1, ...takes)).score).toBeGreaterThan(0.5);
    }
    const mixed = [
      [...person(1, 1), ...person(2, 2)],
      [...person(1, 1, 3), ...person(2, 2)],
      [...person(2, 1), ...person(1, 2, 3, 4, 5)],
      [...person(1, 1, 2, 3), ...person(2, 4, 5, 6)],
    ];
    for (const voices of mixed) {
      const agreement = consistency(...voices);
      expect(agreement.score).toBeLessThan(0.3);
    }
  });

  test('does not depend on the order of the utterances', () => {
    const voices = [utterance(1, 1), utterance(2, 2), utterance(1, 3), utterance(2, 4)];
    const { score } = scorer.consistency(voices);
    expect(scorer.consistency(voices.toReversed()).score).toBeCloseTo(score, 6);
  });

  test('is not that of an utterance of less than a second where others say more', () => {
    const short = utterance(2, 3, { speech: 0.5 });
    const alike = [utterance(1, 1), utterance(1, 2)];
    expect(consistency(...alike, short)).toEqual(consistency(...alike));
    // With nothing else to compare it is, and says how little that was.
    const agreement = consistency(utterance(1, 1), short);
    expect(agreement.score).toBeLessThan(0);
    expect(agreement.speechSeconds).toBeCloseTo(0.5);
    expect(agrees(agreement)).toBe(true);
    for (const [of, speechSeconds, expected] of [
      ['utterances', 1, false],
      ['utterances', 0.99, true],
      ['halves', 9, true],
    ] as const) {
      expect(agrees({ score: LEAST_AGREEMENT - 0.001, speechSeconds, of })).toBe(expected);
      expect(agrees({ score: LEAST_AGREEMENT, speechSeconds, of })).toBe(true);
    }
  });

  test('with a voiceprint tells who it is of', () => {
    const existing = scorer.voiceprint([utterance(1, 1), utterance(1, 2)]);
    expect(scorer.consistency([utterance(1, 3)], existing).score).toBeGreaterThan(0.5);
    expect(scorer.consistency([utterance(2, 3)], existing).score).toBeLessThan(0);
    expect(scorer.consistency([utterance(2, 3), utterance(2, 4)], existing).score).toBeLessThan(0);
    expect(scorer.consistency([utterance(1, 3), utterance(2, 4)], existing).score).toBeLessThan(0);
  });

  test('of one utterance alone is that of its halves', () => {
    expect(consistency(utterance(1, 1, { halves: true }), rejected).score).toBeGreaterThan(0.5);
    expect(() => consistency(utterance(1, 1))).toThrow('halves');
  });
});

test('without any voice nothing is compared', () => {
  for (const utterances of [[], [rejected]]) {
    expect(() => scorer.probe(utterances)).toThrow(expect.objectContaining({ code: 'no-voice' }));
    expect(() => scorer.voiceprint(utterances)).toThrow(expect.objectContaining({ code: 'no-voice' }));
    expect(() => scorer.consistency(utterances)).toThrow(expect.objectContaining({ code: 'no-voice' }));
  }
});

test('the fingerprint is that of the model', () => {
  expect(scorer.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  expect(VoiceScorer.load().fingerprint).toBe(scorer.fingerprint);
  const bytes = readFileSync(new URL('../../inference/weights/background/voices.bin', import.meta.url));
  bytes[20]! ^= 1;
  expect(readBackground(bytes).fingerprint).not.toBe(scorer.fingerprint);
});

test('the background has people of both bands', () => {
  const { cohorts } = loadBackground();
  for (const people of Object.values(cohorts)) expect(people.count).toBeGreaterThan(300);
});
