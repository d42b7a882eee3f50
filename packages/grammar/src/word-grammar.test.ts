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

test('words are written as the grammar has them, with an apostrophe or without', async () => {
  const document = readGrammar(
    "#ABNF 1.0;\nlanguage en;\nroot $a;\n$a = what’s new | 'tis | its | it's | savings | ol' man;",
  );
  const compiled = await compileGrammar(document);
  for (const grammar of [compiled, thawGrammar(structuredClone(compiled.freeze()))]) {
    const written = ['whats', 'What’s', 'its', "it's", "Saving's", 'tis', 'ol', "you're"].map((word) =>
      grammar.written(word),
    );
    expect(written).toEqual(["what's", "what's", 'its', "it's", 'savings', 'tis', 'ol', "you're"]);
  }
});

test('of a token with hyphens each word has its own apostrophes', async () => {
  const names = "villeneuve-d'ascq | ne'er-do-well | o'c.d";
  const grammar = await compileGrammar(readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $a;\n$a = ${names};`));
  const written = ['dascq', 'villeneuvedascq', 'neer', 'do', 'ocd'].map((word) => grammar.written(word));
  expect(written).toEqual(["d'ascq", "villeneuved'ascq", "ne'er", 'do', "o'cd"]);
});

test('what marks a number is a part of the word', async () => {
  const source = "#ABNF 1.0;\nlanguage en;\nroot $a;\n$a = the '90s | 90s hits;";
  const grammar = await compileGrammar(readGrammar(source));
  expect(grammar.accepts(`the ${grammar.written("'90s")}`)).toBe(true);
});

test('a word as the grammar writes it is the same word to the grammar', async () => {
  const sign = fc.constantFrom(...'aaabbc', "'", '’', "'", '-', '.');
  const token = fc
    .array(sign, { minLength: 1, maxLength: 6 })
    .map((signs) => signs.join(''))
    .filter((text) => /^\p{L}/u.test(text));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(token, { minLength: 1, maxLength: 6 }), async (own) => {
      const source = `#ABNF 1.0;\nlanguage en;\nroot $a;\n$a = ${own.map((each) => `"${each}"`).join(' | ')};`;
      const grammar = thawGrammar((await compileGrammar(readGrammar(source))).freeze());
      for (const word of [...grammar.freeze().words, ...own]) {
        for (const form of [grammar.written(word), ...grammar.forms(word)]) {
          expect(grammar.accepts(form)).toBe(grammar.accepts(word));
        }
      }
    }),
    { examples: [[["a-'.a"]]] },
  );
});
