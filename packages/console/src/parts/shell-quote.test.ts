import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellQuote } from './shell-quote.ts';

it('gives a shell back exactly the text', () => {
  const text = fc.string({ unit: 'binary' }).filter((each) => !each.includes('\0'));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${texts.map(shellQuote).join(' ')}`], {
        encoding: 'utf8',
      });
      expect(printed).toBe(texts.length === 0 ? '\0' : texts.map((each) => `${each}\0`).join(''));
    }),
    { numRuns: 20 },
  );
});
