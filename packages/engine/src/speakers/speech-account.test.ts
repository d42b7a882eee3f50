import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpeechAccount } from './speech-account.ts';

describe('an allowance', () => {
  test('of utterances is used up one by one', () => {
    const account = new SpeechAccount({ speechSeconds: 100, utterances: 2 });
    expect([account.take(1), account.take(1)]).toEqual([true, true]);
    expect(account.exceeded).toBeUndefined();
    expect(account.take(1)).toBe(false);
    expect(account.exceeded).toBe('utterances');
  });

  test('of speech is used up by its length', () => {
    const account = new SpeechAccount({ speechSeconds: 3, utterances: 5 });
    expect(account.left).toBe(3);
    account.take(2);
    expect(account.left).toBe(1);
    account.take(1);
    expect(account.take(0.5)).toBe(false);
    expect(account.exceeded).toBe('speech');
  });

  test('of which too little is left for a voice is used up', () => {
    const account = new SpeechAccount({ speechSeconds: 3, utterances: 5 });
    account.take(2.9);
    expect(account.left).toBe(0);
    expect(account.take(1)).toBe(false);
  });

  test('that is just reached is not exceeded', () => {
    const account = new SpeechAccount({ speechSeconds: 2, utterances: 1 });
    account.take(2);
    expect(account.exceeded).toBeUndefined();
  });
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
          if (account.take(some)) taken.push(some);
        }
        expect(taken.length).toBeLessThanOrEqual(utterances);
        expect(taken.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(speechSeconds);
        expect(account.exceeded !== undefined).toBe(taken.length < lengths.length);
      },
    ),
  );
});
