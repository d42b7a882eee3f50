import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtinCatalogue, builtinGrammar } from '../builtin/index.ts';
import { compileGrammar } from '../compile/compile.ts';
import type { Network } from '../compile/network.ts';
import { type Expansion, emptyDocument, type GrammarDocument } from '../model.ts';
import { readGrammar } from '../read/index.ts';
import { randomNumbers } from './random.ts';
import { RandomWalk } from './random-walk.ts';

const abnf = (rules: string) =>
  compileGrammar(readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $main;\n${rules}`));

const samples = new URL('../../../../grammars/', import.meta.url);
const documents: [string, GrammarDocument][] = [
  ...readdirSync(samples).map((file): [string, GrammarDocument] => [
    file,
    readGrammar(readFileSync(new URL(file, samples))),
  ]),
  ...[...builtinCatalogue].flatMap(([name, { languages }]) =>
    languages.map((language): [string, GrammarDocument] => [
      `${name} ${language}`,
      builtinGrammar(`builtin:grammar/${name}?language=${language}`),
    ]),
  ),
];

describe('sentences', () => {
  it.each(documents)('of %s are accepted by it', async (_name, document) => {
    const grammar = await compileGrammar(document, { resolve: async (uri) => builtinGrammar(uri) });
    const sentences = grammar.sentences({ count: 20, seed: 3 });
    expect(sentences.length).toBeGreaterThan(1);
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect([sentence, grammar.accepts(sentence)]).toEqual([sentence, true]);
  });

  it('are the same for the same seed, and others for another', async () => {
    const grammar = await abnf('$main = (a | b | c)<8>;');
    expect(grammar.sentences({ seed: 7 })).toEqual(grammar.sentences({ seed: 7 }));
    expect(grammar.sentences({ seed: 7 })).not.toEqual(grammar.sentences({ seed: 8 }));
  });

  it('are all that there are, where there are few', async () => {
    const grammar = await abnf('$main = [very] (good | bad) | $VOID | /0/ never;');
    expect(grammar.sentences({ count: 100 }).sort()).toEqual(['bad', 'good', 'very bad', 'very good']);
  });

  it('follow the weights', async () => {
    const grammar = await abnf('$main = $word<30>; $word = /9/ often | /1/ rarely;');
    const words = grammar.sentences({ count: 20 }).join(' ').split(' ');
    const share = words.filter((word) => word === 'often').length / words.length;
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(0.97);
  });

  it.each([
    '$main = $main $main | x;',
    '$main = $main | $main y | x;',
    '$main = a $main b | c;',
    '$main = $a; $a = $main z | $GARBAGE ok;',
  ])('end although rules go round: %s', async (rules) => {
    const grammar = await abnf(rules);
    const sentences = grammar.sentences({ count: 5, words: 10 });
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(grammar.accepts(sentence)).toBe(true);
  });

  it('are none of a grammar that has none', async () => {
    expect((await abnf('$main = a $VOID;')).sentences()).toEqual([]);
    expect((await abnf('$main = a $main;')).sentences()).toEqual([]);
  });

  it('are no longer than they may be', async () => {
    const grammar = await abnf('$main = short | "far too long";');
    expect(grammar.sentences({ length: 5 })).toEqual(['short']);
  });

  it('are written as the grammar writes them', async () => {
    const grammar = await abnf('$main = "New York" e-mail;');
    expect(grammar.sentences()).toEqual(['New York e-mail']);
  });
});

/** Expansions over few words and rules, so that they repeat and recurse. */
const { expansion } = fc.letrec<{ expansion: Expansion }>((tie) => ({
  expansion: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'c d').map((text): Expansion => ({ kind: 'token', text })),
    fc
      .constantFrom('r0', 'r1')
      .map((name): Expansion => ({ kind: 'reference', target: { kind: 'local', name } })),
    fc
      .constantFrom('NULL' as const, 'VOID' as const, 'GARBAGE' as const)
      .map((name): Expansion => ({ kind: 'special', name })),
    fc.array(tie('expansion'), { maxLength: 3 }).map((items): Expansion => ({ kind: 'sequence', items })),
    fc
      .array(fc.record({ weight: fc.constantFrom(0, 0.5, 1, 3), expansion: tie('expansion') }), {
        maxLength: 3,
      })
      .map((choices): Expansion => ({ kind: 'alternatives', choices })),
    fc.tuple(tie('expansion'), fc.constantFrom([0, 1], [1, 2], [0, Number.POSITIVE_INFINITY], [2, 3])).map(
      ([body, [min, max]]): Expansion => ({
        kind: 'item',
        expansion: body,
        repeat: { min: min!, max: max! },
      }),
    ),
  ),
}));

it('every sentence of any grammar is accepted by it, and a grammar that accepts something has one', async () => {
  await fc.assert(
    fc.asyncProperty(expansion, expansion, fc.integer(), async (first, second, seed) => {
      const rules = [first, second].map((body, at) => ({
        name: `r${at}`,
        scope: 'public' as const,
        examples: [],
        expansion: body,
      }));
      const grammar = await compileGrammar({ ...emptyDocument(), language: 'en', root: 'r0', rules });
      // Before those are left out that no text can be.
      const { chartGrammar } = grammar as unknown as { chartGrammar: { network: Network } };
      const walk = new RandomWalk(chartGrammar.network);
      const random = randomNumbers(seed);
      const sentences = Array.from({ length: 5 }, () => walk.tokens(random, 8)?.join(' '));
      for (const sentence of sentences) {
        if (sentence !== undefined) expect([sentence, grammar.accepts(sentence)]).toEqual([sentence, true]);
      }
      if (['', 'a', 'b', 'c d', 'a b'].some((text) => grammar.accepts(text))) {
        expect(sentences[0]).toBeDefined();
      }
    }),
    { numRuns: 300 },
  );
});
