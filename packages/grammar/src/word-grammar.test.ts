import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtinGrammar } from './builtin/index.ts';
import { compileGrammar } from './compile/compile.ts';
import { readGrammar } from './read/index.ts';
import { thawGrammar, type WordGrammar } from './word-grammar.ts';

const names = ['digits?length=4', 'date', 'currency', 'boolean'];
const words = [
  'one',
  'twenty',
  'five',
  'yes',
  'no',
  'please',
  'march',
  'hundred',
  'dollars',
  'and',
  'the',
  '7',
];

function builtin(name: string) {
  const resolve = async (uri: string) => builtinGrammar(uri);
  return compileGrammar(builtinGrammar(`builtin:grammar/${name}`), { resolve });
}

/** What a grammar says of words one by one. */
function follow(grammar: WordGrammar, sentence: readonly string[]) {
  const steps: unknown[] = [];
  let state = grammar.start();
  for (const word of sentence) {
    const { any, sets } = grammar.expected(state);
    steps.push([any, sets.flatMap((set) => [...set]).sort(), grammar.isFinal(state)]);
    const next = grammar.advance(state, word);
    if (!next) break;
    state = next;
  }
  return [...steps, grammar.accepts(sentence)];
}

test.each(names)(
  'a grammar that was frozen and sent says the same of words as the one it came from: %s',
  async (name) => {
    const compiled = await builtin(name);
    const thawed = thawGrammar(structuredClone(compiled.freeze()));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 6 }), (sentence) => {
        expect(follow(thawed, sentence)).toEqual(follow(compiled, sentence));
      }),
      { numRuns: 60 },
    );
  },
);

test('words are compared as the grammar was compiled to', async () => {
  const document = readGrammar('#ABNF 1.0;\nlanguage pt;\nroot $a;\n$a = São Paulo;');
  const compiled = await compileGrammar(document, { words: { accents: 'ignore' } });
  const thawed = thawGrammar(structuredClone(compiled.freeze()));
  expect(thawed.accepts('sao paulo')).toBe(true);
});
