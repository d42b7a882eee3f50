import { expect, it } from 'vitest';
import { checkGrammar } from './check-grammar.ts';
import { readGrammar } from './read/index.ts';

const check = (rules: string) => checkGrammar(readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $main;\n${rules}`));

it('finds nothing in a good grammar', async () => {
  expect(
    await check(
      '/** @example two pizzas */\n$main = $count pizzas;\n/** @example two */\n$count = one | two;',
    ),
  ).toEqual([]);
});

it('compares examples with private rules, too', async () => {
  expect(await check('$main = $count pizzas;\n/** @example three */\n$count = one | two;')).toMatchObject([
    { code: 'example-mismatch', rule: 'count', line: 6 },
  ]);
});

it('throws what keeps a grammar from being used', async () => {
  await expect(check('$main = $<builtin:x>;')).rejects.toMatchObject({ code: 'not-found', line: 4 });
  const script = '#ABNF 1.0;\nlanguage en;\nroot $main;\ntag-format <semantics/1.0>;\n$main = a {out = ;};';
  await expect(checkGrammar(readGrammar(script))).rejects.toMatchObject({ code: 'tag' });
});
