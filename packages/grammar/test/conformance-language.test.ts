import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../src/compile/compile.ts';
import { printParse } from '../src/match/parse-steps.ts';
import { type Expansion, emptyDocument, type GrammarDocument } from '../src/model.ts';
import { printGrammar } from '../src/print/index.ts';
import { readGrammar } from '../src/read/index.ts';

/** A grammar printed in another syntax must accept the same sentences and parse them the same way. */

const RULES = ['main', 'a', 'b'];

const { expansion } = fc.letrec<{ expansion: Expansion }>((tie) => ({
  expansion: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('x', 'y', 'x y').map((text): Expansion => ({ kind: 'token', text })),
    fc
      .constantFrom(...RULES)
      .map((name): Expansion => ({ kind: 'reference', target: { kind: 'local', name } })),
    fc.constantFrom('t', 'u').map((text): Expansion => ({ kind: 'tag', text })),
    fc.constantFrom('NULL' as const, 'VOID' as const).map((name): Expansion => ({ kind: 'special', name })),
    fc.array(tie('expansion'), { maxLength: 3 }).map((items): Expansion => ({ kind: 'sequence', items })),
    fc
      .array(tie('expansion'), { minLength: 1, maxLength: 3 })
      .map((all): Expansion => ({ kind: 'alternatives', choices: all.map((each) => ({ expansion: each })) })),
    fc.tuple(tie('expansion'), fc.nat(2), fc.constantFrom(0, 1, 2, Number.POSITIVE_INFINITY)).map(
      ([inner, min, extra]): Expansion => ({
        kind: 'item',
        expansion: inner,
        repeat: { min, max: min + extra },
      }),
    ),
  ),
}));

const documents = fc.tuple(expansion, expansion, expansion).map(
  (bodies): GrammarDocument => ({
    ...emptyDocument('abnf'),
    language: 'en',
    root: 'main',
    rules: bodies.map((body, index) => ({
      name: RULES[index]!,
      scope: 'private',
      examples: [],
      expansion: body,
    })),
  }),
);

const SENTENCES = ['', 'x', 'y', 'x x', 'x y', 'y x', 'y y', 'x y x', 'x x x x', 'y x y y x'];

async function verdicts(document: GrammarDocument): Promise<string[]> {
  const grammar = await compileGrammar(document);
  return SENTENCES.map((sentence) => `${sentence}: ${grammar.accepts(sentence)}`);
}

describe('a grammar in another syntax', () => {
  it('accepts the same sentences', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const expected = await verdicts(document);
        accepted += expected.filter((line) => line.endsWith('true')).length;
        for (const format of ['xml', 'abnf', 'jsgf'] as const) {
          expect(await verdicts(readGrammar(printGrammar(document, format)))).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('parses a sentence of copies as it parses repeats', async () => {
    const source = '#ABNF 1.0;\nlanguage en;\nroot $main;\n$main = $d<2-4> {end} ($d x {t})<2->; $d = y {d};';
    const document = readGrammar(source);
    const sentence = 'y y y y x y x y x';
    const grammars = await Promise.all(
      [document, readGrammar(printGrammar(document, 'jsgf'))].map((each) => compileGrammar(each)),
    );
    const [first, second] = await Promise.all(grammars.map((grammar) => grammar.match(sentence)));
    expect(printParse(second!.matches[0]!.parse)).toBe(printParse(first!.matches[0]!.parse));
  });
});
