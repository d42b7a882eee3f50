import { afterEach, expect, it } from 'vitest';
import { GrammarPool } from './pool.ts';

const HEADER = '#ABNF 1.0;\nlanguage en;\nroot $r;\ntag-format <semantics/1.0>;\n';
// One operation in native code that no interrupt reaches: only the end of its thread ends it.
const STUCK = { source: `${HEADER}$r = x {!{out = String(3n ** 600000n)}!};` };
const QUICK = { source: `${HEADER}$r = x {out = 1};` };

let pool: GrammarPool;
afterEach(() => pool.close());

it('answers a client while the scripts of another one hold all the threads they can get', async () => {
  pool = new GrammarPool({ threads: 2, time: 60_000, patience: 600_000 });
  await pool.compile('stuck', STUCK);
  await pool.compile('quick', QUICK);
  const held = Array.from({ length: 5 }, () => pool.match('stuck', 'x', {}, { client: 'a' }));
  const outcomes = Promise.allSettled(held);
  const { matches } = await pool.match('quick', 'x', {}, { client: 'b' });
  expect(matches[0]!.interpretations[0]!.value).toBe(1);
  await pool.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
});
