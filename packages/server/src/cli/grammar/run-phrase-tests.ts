import { isDeepStrictEqual } from 'node:util';
import { type CompiledGrammar, GrammarError, type Meaning, meaningText } from '@locutor/grammar';
import type { PhraseTest } from './phrase-tests.ts';

export interface TestOutcome {
  readonly phrase: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly got: string;
}

const NO_MATCH = 'no match';

/** Matches every phrase, and compares the best meaning. */
export async function runPhraseTests(
  grammar: CompiledGrammar,
  tests: readonly PhraseTest[],
): Promise<TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  for (const test of tests) outcomes.push(await runOne(grammar, test));
  return outcomes;
}

async function runOne(grammar: CompiledGrammar, test: PhraseTest): Promise<TestOutcome> {
  const { phrase } = test;
  const expected = !test.match ? NO_MATCH : 'meaning' in test ? shown(test.meaning as Meaning) : 'a match';
  try {
    const { matches } = await grammar.match(phrase, { nBest: 1 });
    // As the server does: a match whose tags throw is none.
    const best = matches.flatMap(({ interpretations }) => interpretations)[0];
    const failed = matches.flatMap(({ failures }) => failures)[0];
    const got = best ? shown(best.value) : failed ? `${NO_MATCH}: ${failed.reason}` : NO_MATCH;
    return { phrase, ok: isRight(test, best?.value, best !== undefined), expected, got };
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    return { phrase, ok: false, expected, got: error.reason };
  }
}

function isRight(test: PhraseTest, value: Meaning | undefined, matched: boolean): boolean {
  if (!test.match || !matched) return test.match === matched;
  if (!('meaning' in test)) return true;
  const { meaning } = test;
  return (
    isDeepStrictEqual(plain(value), meaning) ||
    (typeof meaning === 'string' && meaningText(value!) === meaning)
  );
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function shown(value: Meaning): string {
  return JSON.stringify(value);
}
