import fc from 'fast-check';
import { type Expansion, emptyDocument, type GrammarDocument, type Repeat } from '../src/model.ts';

export const RULES = ['main', 'second', 'third'];
/** Mostly one word: ambiguity is what breaks matchers. */
export const WORDS = ['a', 'a', 'a', 'b', 'c'];

const token = fc.constantFrom(...WORDS).map((text): Expansion => ({ kind: 'token', text }));
const tag = fc.constantFrom('x', 'y').map((text): Expansion => ({ kind: 'tag', text }));
const special = fc
  .constantFrom('NULL', 'NULL', 'VOID', 'GARBAGE')
  .map((name): Expansion => ({ kind: 'special', name }));
const reference = fc
  .constantFrom(...RULES)
  .map((name): Expansion => ({ kind: 'reference', target: { kind: 'local', name } }));
/** A reference beside a word, before or after: recursion of both kinds, but no rule inside itself over the same words. */
const guardedReference = fc
  .tuple(token, reference, fc.boolean())
  .map(([word, rule, left]): Expansion => ({ kind: 'sequence', items: left ? [rule, word] : [word, rule] }));

function leaves(rule: fc.Arbitrary<Expansion>): fc.Arbitrary<Expansion> {
  return fc.oneof(
    { weight: 8, arbitrary: token },
    { weight: 2, arbitrary: tag },
    { weight: 5, arbitrary: rule },
    { weight: 1, arbitrary: special },
  );
}

const repeat: fc.Arbitrary<Repeat> = fc
  .record({
    min: fc.constantFrom(0, 0, 1, 2),
    more: fc.constantFrom(0, 1, 2, Number.POSITIVE_INFINITY),
    probability: fc.option(fc.constantFrom(0, 0.25, 0.5, 0.9, 1), { nil: undefined }),
  })
  .map(({ min, more, probability }) => ({
    min,
    max: min + more,
    ...(probability !== undefined && { probability }),
  }));

function expansion(depth: number, leaf: fc.Arbitrary<Expansion>): fc.Arbitrary<Expansion> {
  if (depth === 0) return leaf;
  const inner = expansion(depth - 1, leaf);
  const choice = fc
    .record({
      weight: fc.option(fc.constantFrom(0, 0.5, 0.5, 1, 3, 3), { nil: undefined }),
      expansion: inner,
    })
    .map(({ weight, expansion }) => ({ expansion, ...(weight !== undefined && { weight }) }));
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    {
      weight: 3,
      arbitrary: fc
        .array(inner, { minLength: 1, maxLength: 3 })
        .map((items): Expansion => ({ kind: 'sequence', items })),
    },
    {
      weight: 3,
      arbitrary: fc
        .array(choice, { minLength: 1, maxLength: 3 })
        .map((choices): Expansion => ({ kind: 'alternatives', choices })),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({ inner, repeat })
        .map(({ inner, repeat }): Expansion => ({ kind: 'item', expansion: inner, repeat })),
    },
  );
}

function grammars(leaf: fc.Arbitrary<Expansion>): fc.Arbitrary<GrammarDocument> {
  return fc
    .array(expansion(3, leaf), { minLength: RULES.length, maxLength: RULES.length })
    .map((expansions) => ({
      ...emptyDocument(),
      language: 'en',
      root: 'main',
      rules: expansions.map((expansion, i) => ({
        name: RULES[i]!,
        scope: 'public',
        examples: [],
        expansion,
      })),
    }));
}

/** Grammars of three rules that refer to each other and themselves in every way. */
export const grammar = grammars(leaves(reference));
/** The same without rules inside themselves over the same words: every derivation is finite. */
export const guardedGrammar = grammars(leaves(guardedReference));

/** `z` is in no grammar. */
export const sentence: fc.Arbitrary<string[]> = fc.array(
  fc.constantFrom('a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'z'),
  { maxLength: 5 },
);
