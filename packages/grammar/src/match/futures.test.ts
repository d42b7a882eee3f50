import { expect, test } from 'vitest';
import { builtinGrammar, compileGrammar, type MatchState, readGrammar, type WordGrammar } from '../index.ts';

async function futuresIn(grammar: WordGrammar): Promise<(text: string) => number> {
  const [start, futures] = [grammar.start(), grammar.futures()];
  return (text) => {
    let state = start;
    for (const word of text.split(' ').filter(Boolean)) state = grammar.advance(state, word)!;
    return futures.of(state);
  };
}

function grammar(rules: string): Promise<WordGrammar> {
  return compileGrammar(readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $root;\n${rules}`));
}

test('ways to say the same digits come to one future', async () => {
  const future = await futuresIn(await compileGrammar(builtinGrammar('builtin:grammar/digits')));
  expect(future('ten')).toBe(future('one zero'));
  expect(future('twenty one two')).toBe(future('two one two'));
  // A hundred may follow.
  expect(future('one nine')).not.toBe(future('nineteen'));
  expect(future('double')).not.toBe(future('one'));
  expect(future('')).not.toBe(future('one'));
});

test('a number of words that counts tells states apart', async () => {
  const future = await futuresIn(await compileGrammar(builtinGrammar('builtin:grammar/digits?length=4')));
  expect(future('one two')).toBe(future('three four'));
  expect(future('one')).not.toBe(future('one two'));
});

test('what follows a rule tells states inside of it apart', async () => {
  const future = await futuresIn(
    await grammar('$root = (a $thing red) | ((b | c) $thing blue);\n$thing = small box | box;'),
  );
  expect(future('b small')).toBe(future('c small'));
  expect(future('a small')).not.toBe(future('b small'));
});

test('recursion at the end comes back to a known future, recursion within does not', async () => {
  const list = await futuresIn(await grammar('$root = item $root | item;'));
  expect(list('item item')).toBe(list('item item item'));
  const nested = await futuresIn(await grammar('$root = open [$root] close;'));
  expect(nested('open')).not.toBe(nested('open open'));
  expect(nested('open open close')).toBe(nested('open open open close close'));
});

test('a rule that begins with itself has futures too', async () => {
  const future = await futuresIn(await grammar('$root = $root and item | item;'));
  expect(future('item')).not.toBe(future('item and'));
});

test('states of another start are told apart by their own columns', async () => {
  const rules = '$root = (a $thing red) | (b $thing blue);\n$thing = small box | box;';
  const compiled = await grammar(rules);
  const futures = compiled.futures();
  const walk = (start: MatchState, text: string) =>
    futures.of(text.split(' ').reduce((state, word) => compiled.advance(state, word)!, start));
  const [first, second] = [compiled.start(), compiled.start()];
  const redFirst = walk(first, 'a small');
  // In the second chart the column after the first word belongs to the other sentence.
  const blue = walk(second, 'b small');
  const red = walk(second, 'a small');
  expect(blue).not.toBe(red);
  expect(red).toBe(redFirst);
});
