import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeAlternative, fakeResult } from '../testing/fake-host.ts';
import { resultsOf, setResults } from './results.ts';

const result = fakeResult('RECOGNIZED', {
  alternatives: [
    fakeAlternative('one', { score: 91, lm: 'builtin:grammar/digits' }),
    fakeAlternative('nine', { score: 12, lm: 'builtin:slm/general', index: 1 }),
  ],
});

it('have text, score, grammar and place', () => {
  expect(resultsOf(result, true)).toEqual([
    { text: 'one', score: 91, grammar: 'builtin:grammar/digits', best: 0 },
    { text: 'nine', score: 12, grammar: 'builtin:slm/general', best: 1 },
  ]);
  expect(resultsOf(result, false)).toHaveLength(1);
  expect(resultsOf(fakeResult('NO_MATCH'), true)).toEqual([]);
});

it('never make a message that Asterisk cannot read', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20_000, size: 'max' }), { maxLength: 10 }), (texts) => {
      const alternatives = texts.map((text) => fakeAlternative(text));
      const message = setResults('0f8c3f0e-0000-4000-8000-000000000000', resultsOf({ alternatives }, true));
      expect(Buffer.byteLength(message)).toBeLessThan(32_768);
    }),
    { numRuns: 50 },
  );
});
