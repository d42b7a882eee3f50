import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newToken, readToken, sameToken, writeToken } from './token-text.ts';

describe('the text of a token', () => {
  it('is read back as it was written', () => {
    for (let round = 0; round < 200; round++) {
      const parts = newToken();
      const text = writeToken(parts);
      expect(text).toMatch(/^loc_[0-9A-Za-z]{10}_[0-9A-Za-z]{49}$/);
      expect(readToken(text)).toEqual(parts);
    }
  });

  it('is known for mistyped when any one character is another', () => {
    const text = writeToken(newToken());
    const place = fc.nat(text.length - 1);
    fc.assert(
      fc.property(place, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), (at, other) => {
        fc.pre(text[at] !== other);
        expect(readToken(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it('is known for mistyped when two neighbours are swapped', () => {
    const text = writeToken(newToken());
    for (let at = 0; at + 1 < text.length; at++) {
      const swapped = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
      if (swapped !== text) expect(readToken(swapped)).toBeUndefined();
    }
  });

  it('is no token when cut, lengthened, padded or something else altogether', () => {
    const text = writeToken(newToken());
    for (let length = 0; length < text.length; length++)
      expect(readToken(text.slice(0, length))).toBeUndefined();
    for (const other of [`${text}x`, ` ${text}`, `${text}\n`, text.toUpperCase(), 'x'.repeat(1_000_000)]) {
      expect(readToken(other)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string(), (any) => readToken(any) === undefined));
  });

  it('never repeats, and uses the whole alphabet at every place of the secret', () => {
    const secrets = Array.from({ length: 3_000 }, () => newToken().secret);
    expect(new Set(secrets).size).toBe(secrets.length);
    for (let at = 0; at < 43; at++) expect(new Set(secrets.map((secret) => secret[at])).size).toBe(62);
  });
});

describe('sameToken', () => {
  it('is equality, for texts of any length', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(sameToken(a, a)).toBe(true);
        expect(sameToken(a, b)).toBe(a === b);
      }),
    );
  });
});
