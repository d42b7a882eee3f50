import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileGrammar, type GrammarDocument, printParse, readGrammar } from '../src/index.ts';
import { distinctDerivations } from '../src/match/collect.ts';
import { Forest } from '../src/match/forest.ts';
import { parseSteps } from '../src/match/parse-steps.ts';
import { accepts, oracle } from './oracle.ts';
import { grammar, guardedGrammar, sentence } from './random-grammar.ts';

const RUNS = Number(process.env.GRAMMAR_RUNS ?? 600);
const MOST = 400;

/** Every derivation the engine finds, by its parse, with its cost; undefined where it accepts nothing. */
async function derivations(document: GrammarDocument, words: readonly string[]) {
  const compiled = await compileGrammar(document);
  let state = compiled.start();
  for (const word of words) {
    const next = compiled.advance(state, word);
    if (!next) return undefined;
    state = next;
  }
  const root = state.accepted();
  if (root === -1) return undefined;
  const found = distinctDerivations(new Forest(state.chart, root), MOST);
  return found.map(({ steps, cost }) => ({
    parse: printParse(parseSteps(steps, state.chart.grammar.network)),
    cost,
  }));
}

it('accepts what the oracle accepts, word by word and at once', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(grammar, sentence, async (document, words) => {
      const expected = accepts(document, words);
      if (expected) accepted++;
      const compiled = await compileGrammar(document);
      expect(compiled.accepts(words)).toBe(expected);
      expect((await derivations(document, words)) !== undefined).toBe(expected);
    }),
    { numRuns: RUNS },
  );
  expect(accepted).toBeGreaterThan(RUNS / 20);
});

it('finds the derivations that the oracle finds, in order of cost', async () => {
  let compared = 0;
  let ambiguous = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(grammar, guardedGrammar), sentence, async (document, words) => {
      const answer = oracle(document, words);
      if (answer.gaveUp) return;
      const expected = cheapest(answer.derivations);
      const found = await derivations(document, words);
      if (expected.size === 0) {
        expect(found).toBeUndefined();
        return;
      }
      const costs = found!.map(({ cost }) => cost);
      expect(costs).toEqual(costs.toSorted((a, b) => a - b));
      expect(costs[0]).toBe(Math.min(...expected.values()));
      for (const { parse, cost } of found!) expect(cost, parse).toBeGreaterThanOrEqual(expected.get(parse)!);
      if (answer.cyclic || answer.derivations.length >= MOST) return;
      expect(cheapest(found!)).toEqual(expected);
      compared++;
      if (expected.size > 1) ambiguous++;
    }),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(RUNS / 20);
  expect(ambiguous).toBeGreaterThan(RUNS / 200);
});

/** Every sentence over two words of at most five. */
const sentences = [[]] as string[][];
for (const words of sentences)
  if (words.length < 5) for (const word of ['a', 'b']) sentences.push([...words, word]);

it.each([
  ['ambiguous recursion', '$main = /2/ $main $main | a | b;'],
  ['left recursion', '$main = $main a {x} | /3/ b;'],
  ['right recursion', '$main = a $main {x} | b {y};'],
  ['left and right', '$main = a $main | $main b | a;'],
  ['indirect recursion', '$main = $second a | b; $second = /2/ $main b | a;'],
  ['empty parts', '$main = $second $second a $main | $second a $second; $second = [b] {x};'],
  ['counted repeats', '$main = ([a] [b])<2-3>;'],
  ['repeats of repeats', '$main = ((a | b)<1-2 /0.3/>)<0- /0.6/>;'],
  ['ambiguous repeats', '$main = (a | a a | b {x})<1-> ;'],
  ['garbage around', '$main = $GARBAGE (a b | b) $GARBAGE;'],
  ['tags decide', '$main = (a {x} | a {y} | /5/ a) (b {x} | b {y})<0-2>;'],
  ['tail calls', '$main = b $second | a $second; $second = [a] $third {x}; $third = b $second | b;'],
])('%s: finds all derivations of all short sentences', async (_, rules) => {
  const document = readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $main;\n${rules}`);
  let several = 0;
  for (const words of sentences) {
    const answer = oracle(document, words, 1_000_000);
    expect(answer.gaveUp || answer.cyclic).toBe(false);
    const found = await derivations(document, words);
    expect(cheapest(found ?? []), words.join(' ')).toEqual(cheapest(answer.derivations));
    if (found) several++;
  }
  expect(several).toBeGreaterThan(0);
});

function cheapest(
  derivations: readonly { readonly parse: string; readonly cost: number }[],
): Map<string, number> {
  const costs = new Map<string, number>();
  for (const { parse, cost } of derivations)
    costs.set(parse, Math.min(cost, costs.get(parse) ?? Number.POSITIVE_INFINITY));
  return costs;
}
