import { compileGrammar, readGrammar } from '@locutor/grammar';
import { expect, it } from 'vitest';
import { runPhraseTests } from './run-phrase-tests.ts';

const grammar = await compileGrammar(
  readGrammar(`#ABNF 1.0;
language en;
root $main;
tag-format <semantics/1.0>;
$main = two {!{out = {n: 2}}!} | word {out = "w"} | true {out = true} | broken {throw new Error("refused")};`),
);

it.each([
  [{ phrase: 'two', match: true }, true, 'a match', '{"n":2}'],
  [{ phrase: 'two', match: true, meaning: { n: 2 } }, true, '{"n":2}', '{"n":2}'],
  [{ phrase: 'two', match: true, meaning: '{"n":2}' }, true, '"{\\"n\\":2}"', '{"n":2}'],
  [{ phrase: 'two', match: true, meaning: { n: 3 } }, false, '{"n":3}', '{"n":2}'],
  [{ phrase: 'two', match: false }, false, 'no match', '{"n":2}'],
  [{ phrase: 'three', match: false }, true, 'no match', 'no match'],
  [{ phrase: 'three', match: true }, false, 'a match', 'no match'],
  [{ phrase: 'true', match: true, meaning: 'true' }, true, '"true"', 'true'],
  [{ phrase: 'broken', match: false }, true, 'no match', 'no match: Error: refused'],
  [{ phrase: 'word '.repeat(3000), match: true }, false, 'a match', expect.stringContaining('3000 words')],
])('%j', async (test, ok, expected, got) => {
  expect(await runPhraseTests(grammar, [test])).toEqual([{ phrase: test.phrase, ok, expected, got }]);
});
