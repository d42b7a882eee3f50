import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpeechAccount } from './speech-account.ts';

describe('an allowance', () => {
  test('of utterances is used up one by one', () => {
    const account = new SpeechAccount({ speechSeconds: 100, utterances: 2 });
    expect([account.take(1), account.take(1)]).toEqual([undefined, undefined]);
    expect(account.exceeded).toBeUndefined();
    expect(account.take(1)).toBe('utterances');
    expect(account.exceeded).toBe('utterances');
  });

  test('of speech is used up by its length', () => {
    const account = new SpeechAccount({ speechSeconds: 3, utterances: 5 });
    expect(account.left).toBe(3);
    account.take(2);
    expect(account.left).toBe(1);
    account.take(1);
    expect(account.take(0.5)).toBe('speech');
    expect(account.exceeded).toBe('speech');
  });

  test('of which too little is left for a voice is used up', () => {
    const account = new SpeechAccount({ speechSeconds: 3, utterances: 5 });
    account.take(2.9);
    expect(account.left).toBe(0);
    expect(account.take(1)).toBe('speech');
  });

  test('of which both parts are used up was too little speech', () => {
    const account = new SpeechAccount({ speechSeconds: 2, utterances: 1 });
    account.take(2);
    account.take(0.1);
    expect(account.exceeded).toBe('speech');
  });

  test('that is just reached is not exceeded', () => {
    const account = new SpeechAccount({ speechSeconds: 2, utterances: 1 });
    account.take(2);
    expect(account.exceeded).toBeUndefined();
  });

  test('that needs so much speech takes no last utterance that does not bring it', () => {
    const account = new SpeechAccount({ speechSeconds: 100, utterances: 2, neededSeconds: 3 });
    const limits = [1, 0.5, 1.9, 2, 5].map((speech) => account.take(speech));
    expect(limits).toEqual([undefined, 'utterances', 'utterances', undefined, 'utterances']);
  });

  test('passes over short utterances without being exceeded by them', () => {
    const account = new SpeechAccount({ speechSeconds: 100, utterances: 1, neededSeconds: 5 });
    expect([2.6, 2.6, 2.6].map((speech) => account.take(speech))).toEqual(Array(3).fill('utterances'));
    expect(account.exceeded).toBeUndefined();
    expect(account.take(5)).toBeUndefined();
  });

  test('counts in milliseconds, as speech is reported', () => {
    const account = new SpeechAccount({ speechSeconds: 2.592, utterances: 1, neededSeconds: 2.592 });
    expect(account.take(2.5916)).toBeUndefined();
  });
});

test('what is too short without a limit is too short behind it', () => {
  const account = new SpeechAccount({ speechSeconds: 1, utterances: 1 });
  expect([account.shortest, account.take(0.5), account.left, account.shortest]).toEqual([
    0.2,
    undefined,
    0,
    0.2,
  ]);
});

test('trimming never takes speech below what is needed', () => {
  const word = fc.integer({ min: 200, max: 600 }).map((ms) => ms / 1000);
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 1, max: 3000 }), fc.nat(400), (words, needed, room) => {
      const allowance = {
        speechSeconds: (needed + 32 + room) / 1000,
        utterances: 20,
        neededSeconds: needed / 1000,
      };
      const account = new SpeechAccount(allowance);
      let taken = 0;
      for (const length of words.slice(0, 20)) {
        // As an utterance is cut: to whole windows.
        const some =
          account.left > 0 && length > account.left ? Math.floor(account.left / 0.032) * 0.032 : length;
        if (some < account.shortest || account.take(some) !== undefined) continue;
        taken += Math.round(1000 * some);
      }
      const all = words.slice(0, 20).reduce((sum, length) => sum + Math.round(1000 * length), 0);
      expect(taken).toBeGreaterThanOrEqual(Math.min(all, needed));
      expect(taken).toBeLessThanOrEqual(needed + 32 + room);
    }),
  );
});

test('what suffices as it comes is taken as it comes, whatever is needed', () => {
  const lengths = fc.array(fc.integer({ min: 2, max: 80 }).map((eighths) => eighths / 8));
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 20 }), (speech, utterances) => {
      const first = speech.slice(0, utterances);
      const neededSeconds = first.reduce((sum, length) => sum + length, 0);
      const account = new SpeechAccount({ speechSeconds: 1000, utterances, neededSeconds });
      expect(speech.filter((length) => account.take(length) === undefined)).toEqual(first);
    }),
  );
});

test('no more is taken than allowed, whatever comes', () => {
  const speech = fc.integer({ min: 2, max: 80 }).map((eighths) => eighths / 8);
  fc.assert(
    fc.property(
      fc.array(speech),
      speech,
      fc.integer({ min: 1, max: 20 }),
      (lengths, speechSeconds, utterances) => {
        const account = new SpeechAccount({ speechSeconds, utterances });
        const taken: number[] = [];
        for (const length of lengths) {
          const some = Math.min(length, account.left || length);
          if (account.take(some) === undefined) taken.push(some);
        }
        expect(taken.length).toBeLessThanOrEqual(utterances);
        expect(taken.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(speechSeconds);
        expect(account.exceeded !== undefined).toBe(taken.length < lengths.length);
      },
    ),
  );
});
